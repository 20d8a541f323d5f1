package dev.heisenbug.nativerec;

import dev.heisenbug.nativerec.trace.TracedThread;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** Lists what every thread executed, one address per line, to hold a decoder against. */
final class Truth implements AutoCloseable {
  private final Path folder;
  private final Map<TracedThread, BufferedWriter> files = new HashMap<>();

  /** {@code folder} null: keeps nothing. */
  Truth(Path folder) throws IOException {
    this.folder = folder;
    if (folder != null) {
      Files.createDirectories(folder);
    }
  }

  void ran(TracedThread thread, long[] addresses, int count) {
    if (folder == null) {
      return;
    }
    try {
      BufferedWriter file = files.computeIfAbsent(thread, this::open);
      for (int i = 0; i < count; i++) {
        file.write(HexFormat.of().toHexDigits(addresses[i]));
        file.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BufferedWriter open(TracedThread thread) {
    try {
      return Files.newBufferedWriter(folder.resolve(thread.tid() + ".txt"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    for (BufferedWriter file : files.values()) {
      file.close();
    }
  }
}
