package dev.heisenbug.nativerec.perf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Build ids of mapped files, read once each. */
public final class BuildIds {
  private static final int ELF_MAGIC = 0x464c457f;
  private static final int PT_NOTE = 4;
  private static final int NT_GNU_BUILD_ID = 3;
  private static final int GNU = 0x00554e47;
  private static final int MOST = 1 << 20;
  private static final int LONGEST = 20;

  private final Map<String, Optional<String>> known = new HashMap<>();

  /** The build id of what is mapped, or null. */
  public String of(Mapping m, int pid) {
    if (m.vdso()) {
      return known.computeIfAbsent(m.file(), f -> vdso(m, pid)).orElse(null);
    }
    if (!m.hasFile()) {
      return null;
    }
    return known.computeIfAbsent(m.file() + m.inode(), f -> file(Path.of(m.file()))).orElse(null);
  }

  /** The build id of a file, if it has one. */
  public static Optional<String> file(Path path) {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      return parse(file, 0);
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> vdso(Mapping m, int pid) {
    Path memory = Path.of("/proc/" + pid + "/mem");
    try (FileChannel file = FileChannel.open(memory, StandardOpenOption.READ)) {
      return parse(file, m.start());
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static ByteBuffer read(FileChannel file, long at, int size) throws IOException {
    ByteBuffer b = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    while (b.hasRemaining() && file.read(b, at + b.position()) > 0) {
      continue;
    }
    return b.flip();
  }

  private static Optional<String> parse(FileChannel file, long base) throws IOException {
    ByteBuffer header = read(file, base, 64);
    if (header.remaining() < 64 || header.getInt(0) != ELF_MAGIC || header.get(4) != 2) {
      return Optional.empty();
    }
    int entry = header.getShort(54);
    int count = header.getShort(56) & 0xffff;
    ByteBuffer table = read(file, base + header.getLong(32), entry * count);
    for (int i = 0; i < count; i++) {
      int at = i * entry;
      if (table.getInt(at) == PT_NOTE) {
        int size = (int) Math.min(MOST, table.getLong(at + 32));
        Optional<String> id = note(read(file, base + table.getLong(at + 8), size));
        if (id.isPresent()) {
          return id;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> note(ByteBuffer notes) {
    int at = 0;
    while (at + 16 <= notes.limit()) {
      int name = notes.getInt(at);
      int size = notes.getInt(at + 4);
      int type = notes.getInt(at + 8);
      int content = at + 12 + (name + 3 & ~3);
      boolean fits = size >= 0 && size <= LONGEST && content + size <= notes.limit();
      if (type == NT_GNU_BUILD_ID && name == 4 && notes.getInt(at + 12) == GNU && fits) {
        byte[] id = new byte[size];
        notes.get(content, id);
        return Optional.of(HexFormat.of().formatHex(id));
      }
      at = content + (size + 3 & ~3);
    }
    return Optional.empty();
  }
}
