package dev.heisenbug.decode.bench;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Intel's own decoder on the same trace: a small C program, built here with gcc -O2. */
final class LibiptDriver {
  private final Path directory;
  private final Path program;

  /** One round of decoding. */
  record Round(long instructions, long errors, long sum, double seconds) {}

  private LibiptDriver(Path directory, Path program) {
    this.directory = directory;
    this.program = program;
  }

  static LibiptDriver build(Path directory) throws IOException {
    if (!Libipt.installed()) {
      throw new DecodeException(
          Reason.UNSUPPORTED,
          "libipt is not installed, so there is nothing to compare with: apt-get install libipt-dev"
              + " gcc.");
    }
    Path source = directory.resolve("libipt-driver.c");
    try (InputStream in = LibiptDriver.class.getResourceAsStream("libipt-driver.c")) {
      Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING);
    }
    Path program = directory.resolve("libipt-driver");
    Process gcc =
        new ProcessBuilder("gcc", "-O2", "-o", program.toString(), source.toString(), "-lipt")
            .redirectErrorStream(true)
            .start();
    String messages = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (exit(gcc) != 0) {
      throw new DecodeException(
          Reason.UNSUPPORTED, "The libipt driver cannot be built: " + messages.strip());
    }
    return new LibiptDriver(directory, program);
  }

  List<Round> run(Path trace, Image image, int rounds) throws IOException {
    Path code = directory.resolve("image.bin");
    StringBuilder sections = new StringBuilder();
    long offset = 0;
    try (OutputStream out = Files.newOutputStream(code)) {
      for (Section s : image.sections()) {
        out.write(s.data().toArray(ValueLayout.JAVA_BYTE));
        sections
            .append(offset)
            .append(' ')
            .append(s.size())
            .append(' ')
            .append(Long.toUnsignedString(s.start()))
            .append('\n');
        offset += s.size();
      }
    }
    Process p =
        new ProcessBuilder(
                program.toString(), trace.toString(), code.toString(), Integer.toString(rounds))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream in = p.getOutputStream()) {
      in.write(sections.toString().getBytes(StandardCharsets.US_ASCII));
    }
    List<Round> results = new ArrayList<>();
    for (String line :
        new String(p.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).lines().toList()) {
      String[] f = line.split(" ");
      results.add(
          new Round(
              Long.parseLong(f[0]),
              Long.parseLong(f[1]),
              Long.parseUnsignedLong(f[2]),
              Double.parseDouble(f[3])));
    }
    if (exit(p) != 0) {
      throw new DecodeException(Reason.UNSUPPORTED, "The libipt driver failed.");
    }
    return results;
  }

  private static int exit(Process p) {
    try {
      return p.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DecodeException(Reason.UNSUPPORTED, "Interrupted.", e);
    }
  }
}
