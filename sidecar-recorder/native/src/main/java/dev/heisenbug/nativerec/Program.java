package dev.heisenbug.nativerec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file that a command runs.
 *
 * @param elf whether it is a binary, not a script
 */
public record Program(Path path, boolean elf, boolean bits64) {
  /** Looks a command up as the shell does. */
  public static Program find(String command) throws IOException {
    if (command.contains("/")) {
      return of(Path.of(command), command);
    }
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    for (String folder : path.split(":")) {
      Path candidate = Path.of(folder.isEmpty() ? "." : folder).resolve(command);
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return of(candidate, command);
      }
    }
    throw new IOException("there is no program named " + command);
  }

  private static Program of(Path path, String command) throws IOException {
    if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
      throw new IOException(command + " is not a program that can be run");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] head = in.readNBytes(5);
      boolean elf =
          head.length == 5 && head[0] == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
      // A script is run by an interpreter of the machine's own kind.
      return new Program(path, elf, !elf || head[4] == 2);
    }
  }
}
