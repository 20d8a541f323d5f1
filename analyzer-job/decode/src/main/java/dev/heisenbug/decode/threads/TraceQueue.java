package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.image.MappedFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The trace of one CPU, or of one thread when it was recorded per thread ({@code cpu} is -1). */
public final class TraceQueue {
  private static final long CHUNK = 1 << 26;
  private static final long SMALL = 1 << 24;

  private final int cpu;
  private final int tid;
  private final List<Piece> pieces = new ArrayList<>();

  private record Piece(long fileOffset, long size) {}

  TraceQueue(int cpu, int tid) {
    this.cpu = cpu;
    this.tid = tid;
  }

  public int cpu() {
    return cpu;
  }

  public int tid() {
    return tid;
  }

  void add(long fileOffset, long size) {
    pieces.add(new Piece(fileOffset, size));
  }

  public long size() {
    return pieces.stream().mapToLong(Piece::size).sum();
  }

  /**
   * The packets, to be decoded each on their own. Pieces of a full trace are one stream, cut where
   * the buffer was emptied; snapshots are separate streams.
   */
  public List<MemorySegment> streams(MemorySegment recording, boolean snapshots, Arena arena) {
    List<MemorySegment> parts =
        pieces.stream().map(p -> recording.asSlice(p.fileOffset, p.size)).toList();
    return snapshots || parts.size() < 2 ? parts : List.of(join(parts, arena));
  }

  /** Joins the pieces, large ones in a file, so that memory does not grow with the trace. */
  private static MemorySegment join(List<MemorySegment> parts, Arena arena) {
    long total = parts.stream().mapToLong(MemorySegment::byteSize).sum();
    if (total <= SMALL) {
      MemorySegment joined = MemorySegment.ofArray(new byte[(int) total]);
      long at = 0;
      for (MemorySegment part : parts) {
        MemorySegment.copy(part, 0, joined, at, part.byteSize());
        at += part.byteSize();
      }
      return joined;
    }
    try {
      Path file = Files.createTempFile("heisenbug-trace", ".pt");
      try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
        for (MemorySegment part : parts) {
          for (long at = 0; at < part.byteSize(); at += CHUNK) {
            long n = Math.min(CHUNK, part.byteSize() - at);
            ByteBuffer bytes = part.asSlice(at, n).asByteBuffer();
            while (bytes.hasRemaining()) {
              out.write(bytes);
            }
          }
        }
        return MappedFile.map(file, arena);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new DecodeException(
          Reason.UNREADABLE, "The trace cannot be joined in a temporary file.", e);
    }
  }
}
