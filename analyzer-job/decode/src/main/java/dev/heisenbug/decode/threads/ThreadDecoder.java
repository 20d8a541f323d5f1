package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.image.Image;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Decodes all CPUs of a recording side by side, always going on where time is earliest, so that a
 * thread that moves between CPUs comes out in one piece and mappings take effect when they were
 * made.
 */
public final class ThreadDecoder {
  private final Recording recording;
  private final EventOptions options;
  private final Image base;
  private final CodeFiles files;

  /** {@code base} is code that all processes have, besides what the recording maps. */
  public ThreadDecoder(Recording recording, EventOptions options, Image base, CodeFiles files) {
    this.recording = recording;
    this.options = options;
    this.base = base;
    this.files = files;
  }

  public void run(ThreadSink sink, Arena arena) {
    AddressSpaces spaces = new AddressSpaces(recording, base, files);
    PriorityQueue<Running> queue = new PriorityQueue<>(Running.BY_TIME);
    for (TraceQueue trace : recording.queues()) {
      for (MemorySegment stream : trace.streams(recording.data(), recording.snapshots(), arena)) {
        QueueDecoder d = new QueueDecoder(trace, stream, recording, options, spaces, sink);
        queue.add(new Running(0, queue.size(), d));
      }
    }
    while (!queue.isEmpty()) {
      Running first = queue.poll();
      Running second = queue.peek();
      boolean more = true;
      while (more && (second == null || first.key() <= second.time)) {
        more = first.decoder.step();
      }
      if (more) {
        queue.add(new Running(first.key(), first.order, first.decoder));
      }
    }
  }

  private record Running(long time, int order, QueueDecoder decoder) {
    static final Comparator<Running> BY_TIME =
        Comparator.comparingLong(Running::time).thenComparingInt(Running::order);

    long key() {
      return decoder.time();
    }
  }
}
