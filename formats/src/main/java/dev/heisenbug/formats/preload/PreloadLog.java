package dev.heisenbug.formats.preload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The log that the preload agent wrote for one thread; its layout is in {@code log.h} there. What a
 * thread had completed when it was killed is there.
 */
public final class PreloadLog {
  private static final int MAGIC = 0x314c5048;
  private static final int HEADER = 128;
  private static final int RECORD = 32;
  private static final int TREE_AT = 32;

  private final ByteBuffer data;
  private final int count;

  private PreloadLog(ByteBuffer data, int count) {
    this.data = data;
    this.count = count;
  }

  /** What a record is about, in the order of {@code enum hb_op}. */
  public enum Op {
    START,
    EXIT,
    CREATE,
    JOIN,
    LOCK,
    TRYLOCK,
    UNLOCK,
    WAIT,
    SIGNAL,
    BROADCAST,
    RDLOCK,
    WRLOCK,
    RWUNLOCK,
    BARRIER_ENTER,
    BARRIER_EXIT,
    SEM_WAIT,
    SEM_POST,
    SPIN_LOCK,
    SPIN_UNLOCK,
    ALLOC,
    FREE,
    FORK,
    CRASH,
    DLOPEN
  }

  /**
   * One operation.
   *
   * @param object lock, condition, address
   * @param value version of a lock, size of an allocation
   */
  public record Entry(Op op, long tsc, int cpu, long object, long value, int result) {}

  public static PreloadLog read(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = Math.min(in.size(), Integer.MAX_VALUE);
      ByteBuffer data = in.map(FileChannel.MapMode.READ_ONLY, 0, size);
      data.order(ByteOrder.LITTLE_ENDIAN);
      if (size < HEADER || data.getInt(0) != MAGIC || data.getInt(4) != HEADER) {
        throw new IOException(file + " is not a log of the preload agent");
      }
      long used = Math.max(HEADER, Math.min(data.getLong(16), size));
      return new PreloadLog(data, (int) ((used - HEADER) / RECORD));
    }
  }

  public int pid() {
    return data.getInt(8);
  }

  public int tid() {
    return data.getInt(12);
  }

  /** Records that the size cap left out. */
  public long truncated() {
    return data.getLong(24);
  }

  /** The thread's place in the creation tree; begins with ? when its maker is not known. */
  public String tree() {
    int end = TREE_AT;
    while (end < HEADER && data.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - TREE_AT];
    data.get(TREE_AT, text);
    return new String(text, StandardCharsets.US_ASCII);
  }

  public int size() {
    return count;
  }

  public Entry get(int index) throws IOException {
    int at = HEADER + RECORD * java.util.Objects.checkIndex(index, count);
    int op = data.getShort(at + 24);
    if (op < 1 || op > Op.values().length) {
      throw new IOException("a log of the preload agent has an unknown operation " + op);
    }
    return new Entry(
        Op.values()[op - 1],
        data.getLong(at),
        data.getShort(at + 26) & 0xffff,
        data.getLong(at + 8),
        data.getLong(at + 16),
        data.getInt(at + 28));
  }
}
