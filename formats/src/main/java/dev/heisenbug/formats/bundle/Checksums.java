package dev.heisenbug.formats.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** SHA-256 of the files of a bundle. */
final class Checksums {
  private Checksums() {}

  /** The bundle's files but the manifest and what is half written. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().equals(BundleFolder.MANIFEST))
          .filter(file -> !file.getFileName().toString().endsWith(".part"))
          .sorted()
          .toList();
    }
  }

  static Map<String, String> of(Path folder) throws IOException {
    Map<String, String> sums = new TreeMap<>();
    for (Path file : files(folder)) {
      sums.put(file.getFileName().toString(), of(file, digest()));
    }
    return sums;
  }

  /** The first file that is missing or changed, or null. */
  static String firstWrong(Path folder, Map<String, String> expected) throws IOException {
    for (Map.Entry<String, String> entry : new TreeMap<>(expected).entrySet()) {
      Path file = folder.resolve(Path.of(entry.getKey()).getFileName().toString());
      if (!Files.isRegularFile(file) || !of(file, digest()).equals(entry.getValue())) {
        return entry.getKey();
      }
    }
    return null;
  }

  private static String of(Path file, MessageDigest digest) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
