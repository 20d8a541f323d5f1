package dev.heisenbug.agent.raw;

import java.io.FileDescriptor;
import jdk.internal.misc.Unsafe;

/** What the recorder of connections has to look up behind the JDK's back. */
public final class RawSockets {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long NUMBER = UNSAFE.objectFieldOffset(FileDescriptor.class, "fd");
  private static final long FIRST_BYTE = firstByte();
  private static final int LENGTH_OF_PAIR = 16;

  private RawSockets() {}

  /** The JDK's constant is an int before 25 and a long since. */
  private static long firstByte() {
    try {
      return ((Number) Unsafe.class.getField("ARRAY_BYTE_BASE_OFFSET").get(null)).longValue();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The system's number of a descriptor, or -1. */
  public static int number(FileDescriptor fd) {
    return UNSAFE.getInt(fd, NUMBER);
  }

  /** Copies bytes that stand outside the heap. */
  public static void copy(long address, byte[] to, int count) {
    UNSAFE.copyMemory(null, address, to, FIRST_BYTE, count);
  }

  /** Where the i-th piece begins of those that the system was told to fill. */
  public static long piece(long vector, int i) {
    return UNSAFE.getLong(vector + (long) i * LENGTH_OF_PAIR);
  }

  /** How long it is. */
  public static long lengthOfPiece(long vector, int i) {
    return UNSAFE.getLong(vector + (long) i * LENGTH_OF_PAIR + Long.BYTES);
  }
}
