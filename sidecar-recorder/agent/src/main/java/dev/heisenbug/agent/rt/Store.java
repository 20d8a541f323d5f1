package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.Raw;
import dev.heisenbug.weave.stream.Codes;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands out chunks of one mapped file. Blocks are really allocated before they are mapped, because
 * a full disk under a mapping would kill the program with a signal.
 */
final class Store {
  private static final int FIRST_SEGMENT = 1 << 20;
  private static final int LARGEST_SEGMENT = 1 << 24;
  private static final byte[] ZEROS = new byte[1 << 16];

  private final File path;
  private final long cap;
  private final List<MappedByteBuffer> mapped = new ArrayList<>();
  private long fileSize;
  private long next;
  private long end;
  private int closedFor;
  private long growingNanos;

  Store(File path, long cap) throws IOException {
    this.path = path;
    // Less would not even hold the header: the program must not pay for a limit that is too low.
    this.cap = Math.max(cap, FIRST_SEGMENT);
    grow();
    Raw.putLong(next, Codes.FILE_MAGIC);
    Raw.putInt(next + 8, Codes.VERSION);
    Raw.putInt(next + 12, (int) ProcessHandle.current().pid());
    Raw.putLong(next + 16, System.nanoTime());
    Raw.putLong(next + 24, System.currentTimeMillis());
    next += Codes.FILE_HEADER;
  }

  /** Address of a new chunk with its header written, or 0 when no more can be written. */
  synchronized long chunk(int size, int thread, int sequence) {
    if (closedFor == 0 && next + size > end) {
      fillRest();
      long before = System.nanoTime();
      // A pause in the JDK's code that is called here would be written, and ask for a chunk itself.
      boolean hushed = Noise.hush();
      try {
        grow();
      } catch (IOException | RuntimeException | OutOfMemoryError full) {
        closedFor = Codes.DISK;
      } finally {
        if (hushed) {
          Noise.resume();
        }
      }
      growingNanos += System.nanoTime() - before;
    }
    if (closedFor != 0) {
      return 0;
    }
    long chunk = next;
    next += size;
    header(chunk, size, thread, sequence);
    return chunk;
  }

  /** Why nothing more is handed out, or 0. */
  synchronized int closedFor() {
    return closedFor;
  }

  synchronized long growingNanos() {
    return growingNanos;
  }

  synchronized long bytes() {
    return fileSize - (end - next);
  }

  private void fillRest() {
    if (end - next >= Codes.CHUNK_HEADER) {
      header(next, (int) (end - next), 0, 0);
    }
    next = end;
  }

  private static void header(long at, int size, int thread, int sequence) {
    Raw.putInt(at + 4, size);
    Raw.putInt(at + 8, thread);
    Raw.putInt(at + 12, sequence);
    Raw.storeFence();
    Raw.putInt(at, Codes.CHUNK_MAGIC);
  }

  private void grow() throws IOException {
    long size = Math.min(LARGEST_SEGMENT, Math.max(FIRST_SEGMENT, Long.highestOneBit(fileSize)));
    size = Math.min(size, cap - fileSize);
    if (size < FIRST_SEGMENT / 4) {
      closedFor = Codes.CAP;
      return;
    }
    try (RandomAccessFile file = new RandomAccessFile(path, "rw")) {
      file.seek(fileSize);
      try {
        for (long done = 0; done < size; done += ZEROS.length) {
          file.write(ZEROS, 0, (int) Math.min(ZEROS.length, size - done));
        }
      } catch (IOException full) {
        // Gives the rest of the disk back, to the program and to our closing files.
        file.setLength(fileSize);
        throw full;
      }
    }
    MappedByteBuffer segment = map(size);
    mapped.add(segment);
    next = Raw.address(segment);
    end = next + size;
    fileSize += size;
  }

  /** Maps with a channel of its own each time, because an interrupt closes the channel in use. */
  private MappedByteBuffer map(long size) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try (RandomAccessFile file = new RandomAccessFile(path, "rw")) {
          return file.getChannel().map(FileChannel.MapMode.READ_WRITE, fileSize, size);
        } catch (ClosedByInterruptException again) {
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
