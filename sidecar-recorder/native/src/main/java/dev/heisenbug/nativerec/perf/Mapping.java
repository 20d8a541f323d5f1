package dev.heisenbug.nativerec.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of {@code /proc/PID/maps}.
 *
 * @param protection PROT_ bits
 * @param file a path, a name in brackets, or empty
 */
public record Mapping(
    long start,
    long end,
    int protection,
    boolean shared,
    long offset,
    int major,
    int minor,
    long inode,
    String file) {
  private static final int READ = 1;
  private static final int WRITE = 2;
  private static final int EXEC = 4;

  public static List<Mapping> of(int pid) {
    List<Mapping> list = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/maps"))) {
        list.add(parse(line));
      }
    } catch (IOException e) {
      // The process is gone, and its memory with it.
      return List.of();
    }
    return list;
  }

  static Mapping parse(String line) {
    String[] f = line.split(" +", 6);
    int dash = f[0].indexOf('-');
    int colon = f[3].indexOf(':');
    int protection =
        (f[1].charAt(0) == 'r' ? READ : 0)
            | (f[1].charAt(1) == 'w' ? WRITE : 0)
            | (f[1].charAt(2) == 'x' ? EXEC : 0);
    return new Mapping(
        Long.parseUnsignedLong(f[0].substring(0, dash), 16),
        Long.parseUnsignedLong(f[0].substring(dash + 1), 16),
        protection,
        f[1].charAt(3) == 's',
        Long.parseUnsignedLong(f[2], 16),
        Integer.parseInt(f[3].substring(0, colon), 16),
        Integer.parseInt(f[3].substring(colon + 1), 16),
        Long.parseLong(f[4]),
        f.length > 5 ? f[5].strip() : "");
  }

  public long size() {
    return end - start;
  }

  public boolean executable() {
    return (protection & EXEC) != 0;
  }

  public boolean writable() {
    return (protection & WRITE) != 0;
  }

  public boolean readable() {
    return (protection & READ) != 0;
  }

  public boolean contains(long address) {
    return address >= start && address < end;
  }

  /** Whether it is backed by a file on disk. */
  public boolean hasFile() {
    return file.startsWith("/") && !file.endsWith(" (deleted)") && inode != 0;
  }

  public boolean vdso() {
    return file.equals("[vdso]");
  }
}
