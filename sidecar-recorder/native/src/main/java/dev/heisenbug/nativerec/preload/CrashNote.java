package dev.heisenbug.nativerec.preload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the agent's signal handler wrote: signal, code, faulting address, thread, and the registers
 * in the order of {@code gregset_t}.
 */
public record CrashNote(int signal, int code, long address, int tid, long ip) {
  public static final String FILE = "preload-crash.bin";
  private static final int REG_RIP = 16;
  private static final int HEAD = 32;

  /** The note in a folder; null when nothing crashed. */
  public static CrashNote read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return null;
    }
    ByteBuffer b = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    if (b.limit() < HEAD) {
      return null;
    }
    int ipAt = HEAD + 8 * REG_RIP;
    long ip = b.limit() >= ipAt + 8 ? b.getLong(ipAt) : 0;
    return new CrashNote(
        (int) b.getLong(0), (int) b.getLong(8), b.getLong(16), (int) b.getLong(24), ip);
  }
}
