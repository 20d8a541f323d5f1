package dev.heisenbug.e2e.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What the bench measured.
 *
 * @param minutes the time that the failures were spread over
 * @param verdicts failures that came to their verdict
 * @param webhookSeconds admission reviews while the pods were made
 * @param uploadSeconds from a pod's first request to its reproduction
 * @param stepSeconds from something new (a reproduction, a complete Job) to the operator's next
 *     step
 * @param reconcileSeconds one reconciliation, as the operator measures it
 * @param heapPeakMebibytes most heap that was seen in use
 * @param heapLiveMebibytes heap after a full collection at the end
 * @param residentMebibytes most memory of the process; the container's limit is 512
 * @param idleCallsPerMinute API requests of the operator while nothing happens
 * @param callsPerFailure API requests beyond that, for each failure
 * @param calls the same by verb and resource
 */
record BenchResult(
    int captures,
    int pods,
    int failures,
    double minutes,
    int verdicts,
    Times webhookSeconds,
    Times uploadSeconds,
    Times stepSeconds,
    Times reconcileSeconds,
    double heapPeakMebibytes,
    double heapLiveMebibytes,
    long residentMebibytes,
    double idleCallsPerMinute,
    double callsPerFailure,
    Map<String, Double> calls,
    List<String> problems) {
  /** A distribution in two numbers. */
  record Times(double p50, double p99) {
    static Times of(Collection<Double> values) {
      List<Double> sorted = values.stream().sorted().toList();
      return new Times(at(sorted, 0.5), at(sorted, 0.99));
    }

    private static double at(List<Double> sorted, double share) {
      return sorted.isEmpty()
          ? Double.NaN
          : sorted.get((int) Math.min(sorted.size() - 1.0, Math.floor(share * sorted.size())));
    }
  }

  String json() throws JsonProcessingException {
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this);
  }

  String table() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%d captures, %d pods, %d failures in %.1f min: %d verdicts",
        captures,
        pods,
        failures,
        minutes,
        verdicts);
    line(text, "%-44s %10s %10s", "seconds", "p50", "p99");
    times(text, "reconciliation", reconcileSeconds);
    times(text, "next step of a reproduction", stepSeconds);
    times(text, "upload of a bundle until its reproduction", uploadSeconds);
    times(text, "webhook", webhookSeconds);
    line(
        text,
        "heap: %.0f MiB peak, %.0f MiB live; resident %d MiB (limit 512)",
        heapPeakMebibytes,
        heapLiveMebibytes,
        residentMebibytes);
    line(
        text,
        "API requests: %.1f per failure, %.0f per minute when idle",
        callsPerFailure,
        idleCallsPerMinute);
    calls.forEach((what, count) -> line(text, "    %6.2f  %s", count, what));
    problems.stream().limit(10).forEach(p -> line(text, "problem: %s", p));
    return text.toString();
  }

  private static void times(StringBuilder text, String name, Times times) {
    line(text, "%-44s %10.3f %10.3f", name, times.p50(), times.p99());
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(format.formatted(values)).append('\n');
  }
}
