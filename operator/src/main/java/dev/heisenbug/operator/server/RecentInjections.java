package dev.heisenbug.operator.server;

import dev.heisenbug.crds.HeisenbugCapture;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Pods that were let in a moment ago and are not seen yet, so that a burst keeps to the cap. */
@ApplicationScoped
public class RecentInjections {
  private static final long WINDOW = Duration.ofSeconds(5).toNanos();
  private final Map<String, ArrayDeque<Long>> times = new ConcurrentHashMap<>();

  void add(HeisenbugCapture capture) {
    ArrayDeque<Long> queue =
        times.computeIfAbsent(capture.getMetadata().getUid(), uid -> new ArrayDeque<>());
    synchronized (queue) {
      queue.add(System.nanoTime());
    }
  }

  int count(HeisenbugCapture capture) {
    ArrayDeque<Long> queue = times.get(capture.getMetadata().getUid());
    if (queue == null) {
      return 0;
    }
    synchronized (queue) {
      while (!queue.isEmpty() && System.nanoTime() - queue.peek() > WINDOW) {
        queue.remove();
      }
      return queue.size();
    }
  }
}
