package dev.heisenbug.launch;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names files by what they are made of. */
final class Digest {
  private static final int BYTES = 12;

  private Digest() {}

  static String of(byte[] content) {
    try {
      byte[] all = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(all, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
