package dev.heisenbug.weave.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The chunk file of a recording: every thread's stream, cut into chunks in order of allocation. */
public final class EventFile {
  private final Map<Integer, List<byte[]>> chunks = new TreeMap<>();
  private final long startClock;
  private final long startMillis;
  private final long usedBytes;

  private EventFile(long startClock, long startMillis, long usedBytes) {
    this.startClock = startClock;
    this.startMillis = startMillis;
    this.usedBytes = usedBytes;
  }

  /** Reads a file that may still be written to or was left by a crash. */
  public static EventFile read(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      ByteBuffer header = bytes(channel, 0, Codes.FILE_HEADER);
      if (header.remaining() < Codes.FILE_HEADER || header.getLong() != Codes.FILE_MAGIC) {
        throw new StreamException("not an event file");
      }
      int version = header.getInt();
      if (version < Codes.OLDEST_VERSION || version > Codes.VERSION) {
        throw new StreamException(
            "event file of version " + version + ", this reads up to " + Codes.VERSION);
      }
      header.getInt();
      long startClock = header.getLong();
      long startMillis = header.getLong();
      List<long[]> index = index(channel);
      long used = Codes.FILE_HEADER;
      for (long[] entry : index) {
        used += entry[2];
      }
      EventFile file = new EventFile(startClock, startMillis, used);
      for (long[] entry : index) {
        if (entry[0] != 0) {
          ByteBuffer body =
              bytes(channel, entry[1] + Codes.CHUNK_HEADER, (int) entry[2] - Codes.CHUNK_HEADER);
          byte[] data = new byte[body.remaining()];
          body.get(data);
          file.chunks.computeIfAbsent((int) entry[0], t -> new ArrayList<>()).add(data);
        }
      }
      return file;
    }
  }

  /** Thread, offset and size of every chunk; thread 0 is a gap. */
  private static List<long[]> index(FileChannel channel) throws IOException {
    List<long[]> index = new ArrayList<>();
    Map<Long, Long> expected = new TreeMap<>();
    long at = Codes.FILE_HEADER;
    while (at + Codes.CHUNK_HEADER <= channel.size()) {
      ByteBuffer header = bytes(channel, at, Codes.CHUNK_HEADER);
      int magic = header.getInt();
      if (magic == 0) {
        break;
      }
      long size = header.getInt() & 0xFFFFFFFFL;
      long thread = header.getInt() & 0xFFFFFFFFL;
      long sequence = header.getInt() & 0xFFFFFFFFL;
      if (magic != Codes.CHUNK_MAGIC || size < Codes.CHUNK_HEADER) {
        throw new StreamException("no chunk at byte " + at);
      }
      if (size > channel.size() - at) {
        throw new StreamException("the chunk at byte " + at + " goes beyond the end of the file");
      }
      if (thread != 0) {
        long next = expected.merge(thread, 1L, Long::sum) - 1;
        if (sequence != next || thread > Integer.MAX_VALUE) {
          throw new StreamException("chunk " + next + " of thread " + thread + " is missing");
        }
      }
      index.add(new long[] {thread, at, size});
      at += size;
    }
    return index;
  }

  private static ByteBuffer bytes(FileChannel channel, long at, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        break;
      }
    }
    buffer.flip();
    return buffer;
  }

  /** Serial numbers of the threads that wrote, in order of their start. */
  public List<Integer> threads() {
    return new ArrayList<>(chunks.keySet());
  }

  /** A cursor before the first event of a thread. */
  public StreamCursor cursor(int thread) {
    return new StreamCursor(chunks.getOrDefault(thread, List.of()));
  }

  /** Monotonic clock when the recording started. */
  public long startClock() {
    return startClock;
  }

  /** Wall clock when the recording started, milliseconds since 1970. */
  public long startMillis() {
    return startMillis;
  }

  /** Bytes of the file that were handed to threads. */
  public long usedBytes() {
    return usedBytes;
  }
}
