package dev.heisenbug.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Connects the recorded program with the standard streams. A terminal is handed over as it is; any
 * other input is kept for further runs and for replay.
 */
final class Streams implements AutoCloseable {
  private static final long LAST_WORDS_MILLIS = 2_000;
  private final InputTape tape;
  private final OutputStream output;
  private Thread passing;

  /**
   * @param output where the program's output goes, null for where ours goes
   */
  Streams(OutputStream output) throws IOException {
    java.io.Console console = System.console();
    tape = console != null && console.isTerminal() ? null : new InputTape(System.in);
    this.output = output;
  }

  Process start(ProcessBuilder builder) throws IOException {
    builder.inheritIO();
    if (tape != null) {
      builder.redirectInput(ProcessBuilder.Redirect.PIPE);
    }
    if (output != null) {
      builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
    }
    Process process = builder.start();
    if (tape != null) {
      tape.feed(process);
    }
    if (output != null) {
      passing = Thread.ofPlatform().daemon().name("heisenbug-stdout").start(() -> pass(process));
    }
    return process;
  }

  /** Waits for the last words of a program that has ended; a child of it may hold them open. */
  void finish() throws InterruptedException {
    if (passing != null) {
      passing.join(LAST_WORDS_MILLIS);
    }
  }

  private void pass(Process process) {
    try (InputStream in = process.getInputStream()) {
      in.transferTo(output);
      output.flush();
    } catch (IOException e) {
      // The program has ended, or nobody listens any more.
    }
  }

  void saveInput(Path to) throws IOException {
    if (tape != null) {
      tape.save(to);
    }
  }

  @Override
  public void close() throws IOException {
    if (tape != null) {
      tape.close();
    }
  }
}
