package dev.heisenbug.nativerec.trace;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.heisenbug.nativerec.sys.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The memory of a traced process, through {@code /proc/PID/mem}; read-only pages can be written.
 */
final class Memory implements AutoCloseable {
  private static final MemorySegment BUFFER = Arena.global().allocate(4096, 8);

  private final int fd;

  Memory(int pid) {
    fd = Libc.open("/proc/" + pid + "/mem", Libc.O_RDWR | Libc.O_CLOEXEC);
  }

  boolean open() {
    return fd >= 0;
  }

  /** How many bytes could be read, at most a page. */
  int read(long address, byte[] into, int size) {
    int wanted = Math.min(size, (int) BUFFER.byteSize());
    long n = Libc.pread(fd, BUFFER, wanted, address);
    if (n <= 0) {
      return 0;
    }
    MemorySegment.copy(BUFFER, JAVA_BYTE, 0, into, 0, (int) n);
    return (int) n;
  }

  /** Reads a word into {@link #word}; false when there is none. */
  boolean readWord(long address) {
    return Libc.pread(fd, BUFFER, 8, address) == 8;
  }

  long word() {
    return BUFFER.get(JAVA_LONG_UNALIGNED, 0);
  }

  boolean writeWord(long address, long value) {
    BUFFER.set(JAVA_LONG_UNALIGNED, 0, value);
    return Libc.pwrite(fd, BUFFER, 8, address) == 8;
  }

  boolean writeByte(long address, int value) {
    BUFFER.set(JAVA_BYTE, 0, (byte) value);
    return Libc.pwrite(fd, BUFFER, 1, address) == 1;
  }

  @Override
  public void close() {
    if (fd >= 0) {
      Libc.close(fd);
    }
  }
}
