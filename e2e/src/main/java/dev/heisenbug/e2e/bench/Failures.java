package dev.heisenbug.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Plays the sidecars of pods that fail, at an even rate: ask, upload, report. */
final class Failures {
  private static final byte[] BUNDLE = "a sealed recording".getBytes(StandardCharsets.UTF_8);

  private final PodRequests requests;
  private final Queue<Double> uploads = new ConcurrentLinkedQueue<>();
  private final Queue<String> problems = new ConcurrentLinkedQueue<>();

  Failures(PodRequests requests) {
    this.requests = requests;
  }

  /** Lets so many pods fail, each in a way of its own, and returns when all have been told. */
  void run(List<Pod> pods, int count, Duration time) throws InterruptedException {
    long start = System.nanoTime();
    try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        long due = start + time.toNanos() * i / count;
        Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
        int index = i;
        Pod pod = pods.get((int) ((long) i * pods.size() / count));
        workers.execute(() -> fail(pod, index));
      }
    }
  }

  /** Seconds from a failure's first request to its reproduction. */
  Queue<Double> uploads() {
    return uploads;
  }

  Queue<String> problems() {
    return problems;
  }

  private void fail(Pod pod, int index) {
    long start = System.nanoTime();
    try {
      Map<String, Object> request =
          Map.of(
              "container",
              "app",
              "recording",
              System.currentTimeMillis() + "-1",
              "millis",
              System.currentTimeMillis(),
              "bytes",
              BUNDLE.length,
              "sha256",
              "failure-" + index,
              "failure",
              Map.of(
                  "kind",
                  "exception",
                  "type",
                  "java.lang.IllegalStateException",
                  "signature",
                  "java.lang.IllegalStateException@Service.step" + index));
      JsonNode grant = requests.post(pod, "/v1/uploads", request);
      if (!grant.path("accepted").asBoolean()) {
        throw new IOException("refused: " + grant.path("reason").asText());
      }
      String etag = requests.put(grant.at("/urls/0").asText(), BUNDLE);
      requests.post(
          pod,
          "/v1/uploads/done",
          Map.of(
              "request",
              request,
              "key",
              grant.path("key").asText(),
              "uploadId",
              grant.path("uploadId").asText(),
              "etags",
              List.of(etag)));
      uploads.add((System.nanoTime() - start) / 1e9);
    } catch (IOException e) {
      problems.add("failure " + index + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
