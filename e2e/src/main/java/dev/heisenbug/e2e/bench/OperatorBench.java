package dev.heisenbug.e2e.bench;

import dev.heisenbug.e2e.bench.BenchResult.Times;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the operator does with many captures, pods and failures. Time is compressed: an hour's
 * failures come in minutes, which is harder than the hour.
 */
public final class OperatorBench {
  private static final int RESYNC_SECONDS = 30;
  private static final Duration IDLE = Duration.ofSeconds(RESYNC_SECONDS);

  private final int captures;
  private final int pods;
  private final int failures;
  private final double minutes;

  private OperatorBench(Map<String, String> options) {
    captures = Integer.parseInt(options.getOrDefault("--captures", "200"));
    pods = Integer.parseInt(options.getOrDefault("--pods", "5000"));
    failures = Integer.parseInt(options.getOrDefault("--failures", "500"));
    minutes = Double.parseDouble(options.getOrDefault("--minutes", "3"));
  }

  public static void main(String[] arguments) throws Exception {
    List<String> rest = new ArrayList<>(Arrays.asList(arguments));
    boolean json = rest.remove("--json");
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i + 1 < rest.size(); i += 2) {
      options.put(rest.get(i), rest.get(i + 1));
    }
    Path folder = Files.createTempDirectory("bench-operator");
    BenchResult result = new OperatorBench(options).run(folder);
    System.out.print(json ? result.json() + "\n" : result.table());
    boolean complete = result.verdicts() == result.failures();
    if (complete) {
      dev.heisenbug.e2e.Project.run(List.of("rm", "-rf", folder.toString()));
    } else {
      System.err.println("Not every failure came to its verdict; the logs are in " + folder + ".");
    }
    System.exit(complete ? 0 : 1);
  }

  private BenchResult run(Path folder) throws Exception {
    say("starting etcd, the API server, storage and the operator …");
    try (ApiServer api = new ApiServer(folder, OperatorProcess.USER);
        OperatorProcess operator = new OperatorProcess(api, folder, RESYNC_SECONDS)) {
      AuditLog audit = new AuditLog(api.auditLog());
      say("making %d captures and %d pods …", captures, pods);
      Fleet fleet = new Fleet(api.client());
      fleet.captures(captures);
      List<Pod> made = fleet.pods(pods, captures);
      Metrics filled = operator.metrics();
      Thread.sleep(IDLE.toMillis());
      Map<String, Integer> idleStart = audit.counts();
      Thread.sleep(IDLE.toMillis());
      Map<String, Integer> start = audit.counts();
      Map<String, Integer> idle = AuditLog.since(idleStart, start);

      say("%d failures in %.1f min …", failures, minutes);
      Metrics before = operator.metrics();
      long began = System.nanoTime();
      PodRequests requests = new PodRequests(api.client(), operator.address());
      Failures story = new Failures(requests);
      try (Jobs jobs = new Jobs(api.client(), requests);
          HeapWatch heap = new HeapWatch(operator)) {
        story.run(made, failures, Duration.ofMillis((long) (minutes * 60_000)));
        jobs.await(failures, Duration.ofMinutes(2));
        double took = (System.nanoTime() - began) / 1e9;
        Metrics after = operator.metrics();
        Map<String, Integer> calls = AuditLog.since(start, audit.counts());
        List<String> problems = new ArrayList<>(story.problems());
        problems.addAll(jobs.problems());
        return new BenchResult(
            captures,
            made.size(),
            failures,
            minutes,
            jobs.finished(),
            histogram(null, filled, "heisenbug_webhook_seconds"),
            Times.of(story.uploads()),
            Times.of(jobs.steps()),
            histogram(before, after, "heisenbug_reconcile_seconds"),
            heap.peak(),
            operator.liveHeapMebibytes(),
            operator.residentMebibytes(),
            AuditLog.sum(idle) * 60.0 / IDLE.toSeconds(),
            perFailure(AuditLog.sum(calls), AuditLog.sum(idle), took),
            perFailure(calls, idle, took),
            problems);
      }
    }
  }

  private static Times histogram(Metrics before, Metrics after, String name) {
    TreeMap<Double, Double> from = before == null ? new TreeMap<>() : before.histogram(name, "");
    TreeMap<Double, Double> to = after.histogram(name, "");
    return new Times(Metrics.percentile(from, to, 0.5), Metrics.percentile(from, to, 0.99));
  }

  private Map<String, Double> perFailure(
      Map<String, Integer> calls, Map<String, Integer> idle, double seconds) {
    Map<String, Double> each = new TreeMap<>();
    calls.forEach(
        (what, count) -> {
          double share = perFailure(count, idle.getOrDefault(what, 0), seconds);
          if (share >= 0.005) {
            each.put(what, share);
          }
        });
    return each;
  }

  /** Without what would have been asked anyway. */
  private double perFailure(int calls, int idle, double seconds) {
    return (calls - idle * seconds / IDLE.toSeconds()) / failures;
  }

  private static void say(String format, Object... values) {
    System.err.println("heisenbug: " + format.formatted(values));
  }
}
