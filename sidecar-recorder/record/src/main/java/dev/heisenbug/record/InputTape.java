package dev.heisenbug.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What comes in on the standard input, kept while it is passed on: every further run and every
 * replay reads the same.
 */
final class InputTape implements AutoCloseable {
  private static final int CHUNK = 1 << 16;
  private final InputStream source;
  private final Path file;
  private final FileChannel tape;
  private long length;
  private boolean ended;
  private boolean running;

  InputTape(InputStream source) throws IOException {
    this.source = source;
    file = Files.createTempFile("heisenbug", ".stdin");
    tape = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Passes the input to a process from its beginning, and goes on as more of it comes. */
  void feed(Process process) {
    synchronized (this) {
      if (!running) {
        running = true;
        Thread.ofPlatform().daemon().name("heisenbug-stdin").start(this::record);
      }
    }
    Thread.ofPlatform().daemon().name("heisenbug-feed").start(() -> play(process));
  }

  /** Copies what has come so far to a file; none if nothing has. */
  synchronized void save(Path to) throws IOException {
    if (length > 0) {
      Files.copy(file, to);
    }
  }

  private void record() {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int n = source.read(chunk); n >= 0; n = source.read(chunk)) {
        append(chunk, n);
      }
    } catch (IOException e) {
      // An input that cannot be read is at its end, for us as for the program.
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private synchronized void append(byte[] chunk, int n) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, n);
    while (bytes.hasRemaining()) {
      length += tape.write(bytes, length);
    }
    notifyAll();
  }

  private void play(Process process) {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (OutputStream out = process.getOutputStream()) {
      for (long at = 0; await(at); at += chunk.position()) {
        tape.read(chunk.clear(), at);
        out.write(chunk.array(), 0, chunk.position());
        out.flush();
      }
    } catch (IOException e) {
      // The program has closed its input or ended: there is nobody to read the rest.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether there is more to read at a position; waits until that is known. */
  private synchronized boolean await(long at) throws InterruptedException {
    while (at >= length && !ended) {
      wait();
    }
    return at < length;
  }

  @Override
  public void close() throws IOException {
    tape.close();
    Files.deleteIfExists(file);
  }
}
