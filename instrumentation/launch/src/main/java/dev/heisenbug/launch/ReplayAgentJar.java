package dev.heisenbug.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The agent of the controlled scheduler as a file that a JVM can load. */
final class ReplayAgentJar {
  private static final String NAME = "heisenbug-replay-agent.jar";

  private ReplayAgentJar() {}

  /** Its own folder by content: the manifest names the jar as its own boot class path. */
  static Path locate() throws IOException {
    byte[] bytes;
    try (InputStream in = ReplayAgentJar.class.getResourceAsStream("replay-agent.jar.bin")) {
      if (in == null) {
        throw new IOException("this build carries no replay agent");
      }
      bytes = in.readAllBytes();
    }
    Path folder =
        Path.of(System.getProperty("java.io.tmpdir"))
            .resolve("heisenbug-" + System.getProperty("user.name"))
            .resolve("replay-agent-" + Digest.of(bytes));
    Path jar = folder.resolve(NAME);
    if (!Files.exists(jar)) {
      // What lies here runs in every controlled program: nobody else may put anything there.
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Path part = Files.createTempFile(folder, "agent", ".part");
      Files.write(part, bytes);
      Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    return jar;
  }
}
