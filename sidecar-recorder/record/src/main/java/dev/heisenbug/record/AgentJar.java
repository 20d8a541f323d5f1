package dev.heisenbug.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The recording agent as a file that a JVM can load. */
public final class AgentJar {
  private AgentJar() {}

  /**
   * Puts the agent where it stays: beside the recordings would be lost with them, so a folder of
   * this user below the temporary one, by content.
   */
  public static Path locate() throws IOException {
    byte[] bytes;
    try (InputStream in = AgentJar.class.getResourceAsStream("record-agent.jar.bin")) {
      if (in == null) {
        throw new IOException("this build carries no recording agent");
      }
      bytes = in.readAllBytes();
    }
    Path folder =
        Path.of(System.getProperty("java.io.tmpdir"))
            .resolve("heisenbug-" + System.getProperty("user.name"));
    Files.createDirectories(folder);
    Path jar = folder.resolve("record-agent-" + digest(bytes) + ".jar");
    if (!Files.exists(jar) || Files.size(jar) != bytes.length) {
      Path part = Files.createTempFile(folder, "record-agent", ".part");
      Files.write(part, bytes);
      try {
        Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(part, jar, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return jar;
  }

  private static String digest(byte[] bytes) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(sum, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
