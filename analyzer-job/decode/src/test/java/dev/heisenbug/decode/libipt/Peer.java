package dev.heisenbug.decode.libipt;

import dev.heisenbug.decode.bench.Libipt;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import java.io.BufferedReader;
import java.io.DataOutputStream;
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

/** Intel's decoder in a process of its own, which decodes one trace after another. */
final class Peer implements AutoCloseable {
  private final Process process;
  private final DataOutputStream in;
  private final BufferedReader out;

  private Peer(Process process) {
    this.process = process;
    this.in = new DataOutputStream(process.getOutputStream());
    this.out = process.inputReader(StandardCharsets.US_ASCII);
  }

  static boolean available() {
    return System.getProperty("heisenbug.libipt") != null || Libipt.installed();
  }

  /** Builds it, with the libipt in the folder {@code heisenbug.libipt} if that property is set. */
  static Path build(Path folder) throws IOException, InterruptedException {
    Path source = folder.resolve("peer.c");
    try (InputStream text = Peer.class.getResourceAsStream("peer.c")) {
      Files.copy(text, source, StandardCopyOption.REPLACE_EXISTING);
    }
    Path program = folder.resolve("peer");
    List<String> command = new ArrayList<>(List.of("gcc", "-O2", "-o", program.toString()));
    command.add(source.toString());
    String other = System.getProperty("heisenbug.libipt");
    if (other != null) {
      command.addAll(List.of("-I" + other + "/include", "-L" + other + "/lib"));
      command.add("-Wl,-rpath," + other + "/lib");
    }
    command.add("-lipt");
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("The peer cannot be built.");
    }
    return program;
  }

  /** Starts it with the code and the machine that all its traces have in common. */
  static Peer start(Path program, Image image, int[] cpu, TimeConfig time) throws IOException {
    Path code = Files.createTempFile(program.getParent(), "image", ".bin");
    StringBuilder sections = new StringBuilder();
    long offset = 0;
    try (OutputStream file = Files.newOutputStream(code)) {
      for (Section s : image.sections()) {
        file.write(s.data().toArray(ValueLayout.JAVA_BYTE));
        String start = Long.toUnsignedString(s.start());
        sections.append(offset + " " + s.size() + " " + start + "\n");
        offset += s.size();
      }
    }
    Path list = Files.writeString(Path.of(code + ".sections"), sections);
    List<String> command = new ArrayList<>(List.of(program.toString(), code.toString()));
    command.add(list.toString());
    for (int i = 0; i < 3; i++) {
      command.add(Integer.toString(cpu.length == 0 ? 0 : cpu[i]));
    }
    command.add(Integer.toString(time.mtcFreq()));
    command.add(Integer.toString(time.nomFreq()));
    command.add(Long.toString(time.cpuid15Eax()));
    command.add(Long.toString(time.cpuid15Ebx()));
    return new Peer(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** What it says about a trace, line by line. */
  List<String> decode(byte[] trace, boolean everything) throws IOException {
    in.writeInt(Integer.reverseBytes(trace.length));
    in.writeByte(everything ? 1 : 0);
    in.write(trace);
    in.flush();
    List<String> lines = new ArrayList<>();
    for (String line = out.readLine(); !".".equals(line); line = out.readLine()) {
      if (line == null) {
        throw new IOException("The peer has gone.");
      }
      lines.add(line);
    }
    return lines;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
