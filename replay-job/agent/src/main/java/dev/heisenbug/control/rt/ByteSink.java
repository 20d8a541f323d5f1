package dev.heisenbug.control.rt;

import java.io.IOException;
import java.io.OutputStream;

/** A growing binary file with the few encodings our logs use; callers serialise access. */
final class ByteSink {
  private final OutputStream out;
  private final byte[] buffer;
  private final long limit;
  private int size;
  private long written;
  private boolean full;

  ByteSink(OutputStream out, long limit) {
    this(out, limit, 1 << 16);
  }

  ByteSink(OutputStream out, long limit, int bufferSize) {
    this.out = out;
    this.limit = limit;
    buffer = new byte[bufferSize];
  }

  /** Whether the size limit was reached: later records are dropped. */
  boolean full() {
    return full;
  }

  void mark(int type) {
    if (size > buffer.length - 64) {
      flush();
    }
    buffer[size++] = (byte) type;
  }

  void uint(int value) {
    ulong(value & 0xffffffffL);
  }

  void ulong(long value) {
    if (size > buffer.length - 16) {
      flush();
    }
    long v = value;
    while ((v & ~0x7fL) != 0) {
      buffer[size++] = (byte) (v | 0x80);
      v >>>= 7;
    }
    buffer[size++] = (byte) v;
  }

  void sint(int value) {
    uint((value << 1) ^ (value >> 31));
  }

  void slong(long value) {
    ulong((value << 1) ^ (value >> 63));
  }

  void fixed(long value, int bytes) {
    if (size > buffer.length - 16) {
      flush();
    }
    for (int i = 0; i < bytes; i++) {
      buffer[size++] = (byte) (value >>> (8 * i));
    }
  }

  void bytes(byte[] data) {
    uint(data.length);
    raw(data);
  }

  /** Records that were encoded before. */
  void raw(byte[] data) {
    if (data.length > buffer.length - size) {
      flush();
    }
    if (data.length > buffer.length) {
      write(data, data.length);
    } else {
      System.arraycopy(data, 0, buffer, size, data.length);
      size += data.length;
    }
  }

  void utf(String s) {
    bytes(s.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  void flush() {
    write(buffer, size);
    size = 0;
  }

  private void write(byte[] data, int length) {
    if (full) {
      return;
    }
    try {
      out.write(data, 0, length);
      out.flush();
    } catch (IOException e) {
      full = true;
    }
    written += length;
    full |= written > limit;
  }
}
