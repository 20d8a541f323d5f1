package dev.heisenbug.analyzer.jvm.runlog;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Decodes the encodings of {@code docs/run-log.md} from a file, without holding it in memory. */
final class LogInput implements Closeable {
  /** The file ends here; expected between records, a truncation within one. */
  static final class EndOfLog extends RuntimeException {
    EndOfLog() {
      super(null, null, false, false);
    }
  }

  private static final int MAX_BYTES = 64 << 20;

  private final InputStream in;
  private final String name;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private long consumed;

  LogInput(Path file) {
    name = file.getFileName().toString();
    try {
      in = Files.newInputStream(file);
    } catch (IOException e) {
      throw new RunLogException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Bytes read so far. */
  long offset() {
    return consumed + position;
  }

  boolean atEnd() {
    return position == limit && !fill();
  }

  private boolean fill() {
    consumed += limit;
    position = 0;
    limit = 0;
    try {
      limit = Math.max(0, in.read(buffer));
      return limit > 0;
    } catch (IOException e) {
      throw new RunLogException("cannot read " + name + ": " + e.getMessage(), e);
    }
  }

  int u8() {
    if (atEnd()) {
      throw new EndOfLog();
    }
    return buffer[position++] & 0xff;
  }

  long ulong() {
    long result = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = u8();
      result |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return result;
      }
    }
    throw corrupt("a number of more than 64 bits");
  }

  int uint() {
    long v = ulong();
    if (v >>> 32 != 0) {
      throw corrupt("a number of more than 32 bits");
    }
    return (int) v;
  }

  int sint() {
    int v = uint();
    return (v >>> 1) ^ -(v & 1);
  }

  long slong() {
    long v = ulong();
    return (v >>> 1) ^ -(v & 1);
  }

  long fixed(int bytes) {
    long v = 0;
    for (int i = 0; i < bytes; i++) {
      v |= (long) u8() << (8 * i);
    }
    return v;
  }

  byte[] bytes() {
    int n = uint();
    if (n < 0 || n > MAX_BYTES) {
      throw corrupt("a block of " + Integer.toUnsignedString(n) + " bytes");
    }
    byte[] result = new byte[n];
    int done = 0;
    while (done < n) {
      if (atEnd()) {
        throw new EndOfLog();
      }
      int part = Math.min(n - done, limit - position);
      System.arraycopy(buffer, position, result, done, part);
      position += part;
      done += part;
    }
    return result;
  }

  String utf() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  RunLogException corrupt(String what) {
    return new RunLogException(name + " is damaged: " + what + " at byte " + offset());
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
