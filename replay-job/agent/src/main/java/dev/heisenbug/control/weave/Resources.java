package dev.heisenbug.control.weave;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Reads class files of a loader as resources and remembers which, for one class that is woven;
 * tells later whether they are still the same.
 */
final class Resources implements Function<String, InputStream>, WovenCache.Check {
  private final ClassLoader loader;
  private final Map<String, byte[]> read = new HashMap<>();
  private final List<Woven.Seen> seen = new ArrayList<>();

  Resources(ClassLoader loader) {
    this.loader = loader == null ? ClassLoader.getSystemClassLoader() : loader;
  }

  @Override
  public InputStream apply(String path) {
    if (!read.containsKey(path)) {
      byte[] bytes = bytes(path);
      read.put(path, bytes);
      seen.add(
          new Woven.Seen(path, bytes == null ? Woven.Seen.ABSENT : bytes.length, checksum(bytes)));
    }
    byte[] bytes = read.get(path);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  List<Woven.Seen> seen() {
    return seen;
  }

  @Override
  public boolean good(Woven w) {
    for (Woven.Seen s : w.seen) {
      if (!still(s)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the file is as it was when it was seen. */
  private boolean still(Woven.Seen s) {
    byte[] now = bytes(s.path);
    return now == null
        ? s.size == Woven.Seen.ABSENT
        : now.length == s.size && checksum(now) == s.checksum;
  }

  private byte[] bytes(String path) {
    try (InputStream in = loader.getResourceAsStream(path)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** Two independent checksums that the JVM computes natively. */
  private static long checksum(byte[] bytes) {
    if (bytes == null) {
      return 0;
    }
    CRC32 a = new CRC32();
    CRC32C b = new CRC32C();
    a.update(bytes, 0, bytes.length);
    b.update(bytes, 0, bytes.length);
    return a.getValue() << 32 | b.getValue();
  }
}
