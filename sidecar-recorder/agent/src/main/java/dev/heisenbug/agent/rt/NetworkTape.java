package dev.heisenbug.agent.rt;

import dev.heisenbug.weave.stream.Codes;
import dev.heisenbug.weave.stream.NetworkCodes;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * Writes the network file, each record with one call of the system: what was written stays when the
 * program is killed.
 */
final class NetworkTape {
  private static final int LAST_RECORD = NetworkCodes.PREFIX + 1;
  private final FileOutputStream out;
  private final long cap;
  private long written;
  private boolean closed;

  NetworkTape(File file, long cap) throws IOException {
    out = new FileOutputStream(file);
    this.cap = cap;
    Body header = new Body(0, NetworkCodes.HEADER);
    header.fixed(NetworkCodes.MAGIC, Long.BYTES).fixed(NetworkCodes.VERSION, Integer.BYTES);
    out.write(header.bytes, NetworkCodes.PREFIX, NetworkCodes.HEADER);
    written = NetworkCodes.HEADER;
  }

  /** A record that is being made. */
  static final class Body {
    private byte[] bytes;
    private int size = NetworkCodes.PREFIX;

    /**
     * @param room for bytes of any number; numbers have some of their own
     */
    Body(int type, int room) {
      bytes =
          new byte[NetworkCodes.PREFIX + room + NetworkCodes.MOST_BODY - NetworkCodes.MOST_BYTES];
      bytes[0] = (byte) type;
    }

    Body fixed(long value, int count) {
      for (int i = 0; i < count; i++) {
        bytes[size++] = (byte) (value >>> Byte.SIZE * i);
      }
      return this;
    }

    Body varint(long value) {
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        bytes[size++] = (byte) (rest | 0x80);
        rest >>>= 7;
      }
      bytes[size++] = (byte) rest;
      return this;
    }

    Body raw(byte[] data, int from, int count) {
      System.arraycopy(data, from, bytes, size, count);
      size += count;
      return this;
    }
  }

  /** Writes a record, unless the file is full. */
  synchronized void write(Body body) {
    if (closed) {
      return;
    }
    if (written + body.size + LAST_RECORD > cap) {
      close(Codes.CAP);
      return;
    }
    try {
      put(body);
    } catch (IOException full) {
      close(Codes.DISK);
    }
  }

  private void put(Body body) throws IOException {
    int length = body.size - NetworkCodes.PREFIX;
    for (int i = 0; i < Integer.BYTES; i++) {
      body.bytes[1 + i] = (byte) (length >>> Byte.SIZE * i);
    }
    out.write(body.bytes, 0, body.size);
    written += body.size;
  }

  private void close(int reason) {
    closed = true;
    try {
      put(new Body(NetworkCodes.TRUNCATED, 0).fixed(reason, 1));
    } catch (IOException full) {
      Failures.internal(full);
    }
  }
}
