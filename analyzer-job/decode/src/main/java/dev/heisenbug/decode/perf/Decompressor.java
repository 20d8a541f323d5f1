package dev.heisenbug.decode.perf;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.heisenbug.decode.DecodeException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Unpacks COMPRESSED records: one zstd stream that runs through all of them, with records of the
 * kernel inside that may begin in one and end in the next.
 */
final class Decompressor implements AutoCloseable {
  private static final int CHUNK = 1 << 20;

  private ZstdDecompressCtx context;
  private ByteBuffer pending;

  /** Takes whole records; gives back how many bytes of them it has used. */
  interface Consumer {
    long accept(MemorySegment records);
  }

  void unpack(MemorySegment compressed, Consumer consumer) {
    if (context == null) {
      context = new ZstdDecompressCtx();
      pending = ByteBuffer.allocateDirect(CHUNK).limit(0);
    }
    ByteBuffer in = ByteBuffer.allocateDirect((int) compressed.byteSize());
    MemorySegment.ofBuffer(in).copyFrom(compressed);
    try {
      boolean more = true;
      while (more) {
        makeRoom();
        int start = pending.limit();
        ByteBuffer out = pending.duplicate().limit(pending.capacity()).position(start);
        context.decompressDirectByteBufferStream(out, in);
        pending.limit(out.position());
        more = in.hasRemaining() || out.position() == out.limit();
        if (out.position() == start && in.hasRemaining() && out.hasRemaining()) {
          throw DecodeException.malformed("A compressed record of the recording is damaged.");
        }
        long used = consumer.accept(MemorySegment.ofBuffer(pending));
        pending.position(pending.position() + (int) used);
      }
    } catch (ZstdException e) {
      throw new DecodeException(
          DecodeException.Reason.MALFORMED,
          "A compressed record of the recording is damaged: " + e.getMessage() + ".",
          e);
    }
  }

  private void makeRoom() {
    int rest = pending.remaining();
    int capacity = Math.max(pending.capacity(), Integer.highestOneBit(rest + CHUNK) * 2);
    if (rest > CHUNK) {
      throw DecodeException.malformed("A compressed record holds a record that never ends.");
    }
    ByteBuffer moved =
        capacity > pending.capacity() ? ByteBuffer.allocateDirect(capacity) : pending;
    if (moved == pending) {
      pending.compact();
      pending.flip();
    } else {
      moved.put(pending).flip();
      pending = moved;
    }
  }

  @Override
  public void close() {
    if (context != null) {
      context.close();
    }
  }
}
