package dev.heisenbug.agent.raw;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The few memory operations that recording needs, at the price of one machine instruction each. The
 * agent exports the JDK package behind it before the first use.
 */
public final class Raw {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long TID = UNSAFE.objectFieldOffset(Thread.class, "tid");
  private static final long ADDRESS = UNSAFE.objectFieldOffset(Buffer.class, "address");

  private Raw() {}

  /** The thread's own id, which subclasses cannot override. */
  @ForceInline
  public static long tid(Thread thread) {
    return UNSAFE.getLong(thread, TID);
  }

  public static long address(ByteBuffer direct) {
    return UNSAFE.getLong(direct, ADDRESS);
  }

  public static long allocate(long bytes) {
    long address = UNSAFE.allocateMemory(bytes);
    UNSAFE.setMemory(address, bytes, (byte) 0);
    return address;
  }

  @ForceInline
  public static long getLong(long address) {
    return UNSAFE.getLong(address);
  }

  @ForceInline
  public static void putByte(long address, byte value) {
    UNSAFE.putByte(address, value);
  }

  @ForceInline
  public static void putShort(long address, short value) {
    UNSAFE.putShort(address, value);
  }

  @ForceInline
  public static void putInt(long address, int value) {
    UNSAFE.putInt(address, value);
  }

  @ForceInline
  public static void putLong(long address, long value) {
    UNSAFE.putLong(address, value);
  }

  /** Waits without giving up the carrier of a virtual thread; may return early. */
  public static void park(long nanos) {
    UNSAFE.park(false, nanos);
  }

  /** All stores before this one are in memory before it. */
  @ForceInline
  public static void storeFence() {
    UNSAFE.storeFence();
  }
}
