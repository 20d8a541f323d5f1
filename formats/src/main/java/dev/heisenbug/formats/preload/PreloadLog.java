package dev.heisenbug.formats.preload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The log that the preload agent wrote for one thread; its layout is in {@code log.h} there. What a
 * thread had completed when it was killed is there: the newest slots in the window at the front,
 * the others behind it.
 */
public final class PreloadLog {
  private static final int MAGIC = 0x334c5048;
  private static final int PAGE = 4096;
  private static final int SLOT = 16;
  private static final int TREE_AT = 32;
  private static final int TREE_SIZE = 96;
  private static final int RELEASED = 32;
  private static final int TIME = 62;
  private static final int MORE = 63;

  private final ByteBuffer data;
  private final int window;

  /** Bytes of slots that are behind the window. */
  private final long behind;

  /**
   * The first slot of each record, with the upper half of its clock; for a release that is told of
   * in the slot of its acquisition, that slot's complement.
   */
  private final int[] slots;

  private final int[] clocks;

  private PreloadLog(ByteBuffer data, int window, long behind, int slotCount) {
    this.data = data;
    this.window = window;
    this.behind = behind;
    int[] first = new int[2 * slotCount];
    int[] high = new int[2 * slotCount];
    int records = 0;
    int clock = 0;
    for (int i = 0; i < slotCount; i++) {
      int at = position(i);
      switch (op(at)) {
        case TIME -> clock = data.getInt(at + 4);
        case MORE -> {}
        default -> {
          first[records] = i;
          high[records++] = clock;
          if ((op(at) & RELEASED) != 0) {
            first[records] = ~i;
            high[records++] = clock;
          }
        }
      }
    }
    this.slots = Arrays.copyOf(first, records);
    this.clocks = Arrays.copyOf(high, records);
  }

  private int position(int slot) {
    long at = (long) slot * SLOT;
    return (int) (at < behind ? PAGE + window + at : PAGE + at - behind);
  }

  private int op(int at) {
    return (int) (data.getLong(at + 8) >>> 48 & 0x3f);
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
    DLOPEN;

    /** What undoes an acquisition. */
    private Op release() {
      return switch (this) {
        case RDLOCK, WRLOCK -> RWUNLOCK;
        case SPIN_LOCK -> SPIN_UNLOCK;
        default -> UNLOCK;
      };
    }
  }

  /**
   * One operation.
   *
   * @param tsc of a release: that of the thread's operation before, as it is not earlier
   * @param object lock, condition, address
   * @param value version of a lock, size of an allocation
   */
  public record Entry(Op op, long tsc, int cpu, long object, long value, int result) {}

  public static PreloadLog read(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = Math.min(in.size(), Integer.MAX_VALUE);
      ByteBuffer data = in.map(FileChannel.MapMode.READ_ONLY, 0, size);
      data.order(ByteOrder.LITTLE_ENDIAN);
      if (size < PAGE || data.getInt(0) != MAGIC || data.getInt(4) <= 0) {
        throw new IOException(file + " is not a log of the preload agent");
      }
      int window = data.getInt(4);
      long moved = Math.max(0, size - PAGE - window);
      long used = Math.max(0, data.getLong(16));
      // The window is only written over once its content is behind it.
      long behind = moved >= used ? used : used - 1 - (used - 1) % window;
      if (behind > moved || used - behind > size - PAGE) {
        throw new IOException(file + " has lost records of the preload agent");
      }
      return new PreloadLog(data, window, behind, (int) (used / SLOT));
    }
  }

  public int pid() {
    return data.getInt(8);
  }

  public int tid() {
    return data.getInt(12);
  }

  /** How much was recorded. */
  public long bytes() {
    return data.getLong(16);
  }

  /** Records that the size cap left out. */
  public long truncated() {
    return data.getLong(24);
  }

  /** The thread's place in the creation tree; begins with ? when its maker is not known. */
  public String tree() {
    int end = TREE_AT;
    while (end < TREE_AT + TREE_SIZE && data.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - TREE_AT];
    data.get(TREE_AT, text);
    return new String(text, StandardCharsets.US_ASCII);
  }

  public int size() {
    return slots.length;
  }

  public Entry get(int index) throws IOException {
    boolean release = slots[index] < 0;
    int slot = release ? ~slots[index] : slots[index];
    int at = position(slot);
    long word = data.getLong(at + 8);
    int op = op(at) & ~RELEASED;
    if (op < 1 || op > Op.values().length) {
      throw new IOException("a log of the preload agent has an unknown operation " + op);
    }
    long object = word & 0xffffffffffffL;
    long value = release ? 0 : data.getInt(at + 4) & 0xffffffffL;
    int result = 0;
    int more = release ? -1 : moreAt(slot + 1);
    if (more >= 0) {
      object |= data.getLong(more + 8) << 48;
      value |= (long) data.getInt(more + 4) << 32;
      result = data.getInt(more);
    }
    long tsc = (long) clocks[index] << 32 | data.getInt(at) & 0xffffffffL;
    Op what = release ? Op.values()[op - 1].release() : Op.values()[op - 1];
    return new Entry(what, tsc, (int) (word >>> 54), object, value, result);
  }

  /** Where the slot that continues a record is, or -1. */
  private int moreAt(int slot) {
    if ((long) slot * SLOT >= data.getLong(16)) {
      return -1;
    }
    int at = position(slot);
    return op(at) == MORE ? at : -1;
  }
}
