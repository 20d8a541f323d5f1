package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.flow.FlowDecoder.Seam;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.packet.PsbSearch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Decodes one trace on several cores: parts from PSB to PSB are decoded ahead as if nothing came
 * before them, and used if the part before really ends there in the same state. Where it does not
 * (an error before the PSB, calls or an execution mode that only the part before knows), decoding
 * goes on from that part instead. The instructions are those of a sequential run in every case.
 */
public final class ParallelDecoder {
  private static final long PART = 1 << 18;

  private final MemorySegment data;
  private final FlowOptions options;
  private final Image image;
  private final FlowSink sink;
  private final int jobs;
  private final long partSize;
  private final BlockCache own;

  public ParallelDecoder(
      MemorySegment data, FlowOptions options, Image image, FlowSink sink, int jobs) {
    this(data, options, image, sink, jobs, PART);
  }

  ParallelDecoder(
      MemorySegment data,
      FlowOptions options,
      Image image,
      FlowSink sink,
      int jobs,
      long partSize) {
    this.data = data;
    this.options = options;
    this.image = image;
    this.sink = sink;
    this.jobs = jobs;
    this.partSize = partSize;
    this.own = new BlockCache(new Image(image));
  }

  /** A part that has been decoded up to {@code end}. */
  private record Part(FlowDecoder decoder, ChunkLog log, long end, Seam seam, boolean started) {}

  public void run() {
    ThreadLocal<BlockCache> caches =
        ThreadLocal.withInitial(() -> new BlockCache(new Image(image)));
    try (ExecutorService workers = Executors.newFixedThreadPool(jobs)) {
      Deque<Future<Part>> ahead = new ArrayDeque<>();
      long next = PsbSearch.forward(data, 0, data.byteSize());
      Part before = null;
      while (next >= 0 || !ahead.isEmpty()) {
        while (next >= 0 && ahead.size() <= jobs) {
          long from = next;
          long end = PsbSearch.forward(data, from + partSize, data.byteSize());
          next = end;
          ahead.add(workers.submit(() -> decode(from, end, caches.get())));
        }
        before = join(before, get(ahead.remove()));
      }
    }
  }

  private Part decode(long from, long end, BlockCache cache) {
    ChunkLog log = new ChunkLog();
    FlowDecoder decoder = new FlowDecoder(data, 0, data.byteSize(), options, cache, log);
    boolean started = decoder.startAt(from);
    long stop = end < 0 ? Long.MAX_VALUE : end;
    Seam seam = started ? decoder.runTo(stop) : Seam.ENTANGLED;
    return new Part(decoder, log, stop, seam, started);
  }

  /** Delivers a part, or what the part before it says instead; the one to go on from. */
  private Part join(Part before, Part part) {
    if (before == null) {
      if (part.started) {
        part.log.deliver(sink, true);
        return part;
      }
      return sequentially(part);
    }
    boolean connected =
        before.seam == Seam.CONNECTED
            && part.started
            && !part.log.failedEarly()
            && agree(before, part);
    boolean resumed = before.seam == Seam.RESUMED && part.started;
    if (connected || resumed) {
      part.log.deliver(sink, resumed);
      return part;
    }
    if (before.seam == Seam.END) {
      return before;
    }
    before.log.passTo(sink);
    // Its cache belongs to a worker that may be using it now.
    before.decoder.use(own);
    Seam seam = before.decoder.runTo(part.end);
    return new Part(before.decoder, before.log, part.end, seam, true);
  }

  /** A damaged first PSB+: only decoding from the very beginning finds the right place. */
  private Part sequentially(Part part) {
    ChunkLog log = new ChunkLog();
    log.passTo(sink);
    FlowDecoder decoder = new FlowDecoder(data, 0, data.byteSize(), options, own, log);
    return new Part(decoder, log, part.end, decoder.runTo(part.end), true);
  }

  private static boolean agree(Part before, Part part) {
    boolean mode = part.log.firstMode() == 0 || part.log.firstMode() == before.decoder.mode();
    return mode && !before.decoder.speculative();
  }

  private static Part get(Future<Part> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
