package dev.heisenbug.e2e.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the operator says about itself, read as Prometheus reads it. */
final class Metrics {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Pattern LINE = Pattern.compile("(\\w+)(\\{[^}]*\\})? (\\S+)");
  private static final Pattern LE = Pattern.compile("le=\"([^\"]+)\"");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<String> lines;

  private Metrics(List<String> lines) {
    this.lines = lines;
  }

  static Metrics read(String url) {
    try {
      return new Metrics(get(url).body().lines().toList());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static boolean answers(String url) {
    try {
      return get(url).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private static HttpResponse<String> get(String url) throws IOException {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT).build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  double heapMebibytes() {
    return sum("jvm_memory_used_bytes", "area=\"heap\"") / (1 << 20);
  }

  /** The sum of all series of a name whose labels contain a text. */
  double sum(String name, String labels) {
    double sum = 0;
    for (String line : lines) {
      Matcher m = LINE.matcher(line);
      if (m.matches()
          && m.group(1).equals(name)
          && (m.group(2) == null ? "" : m.group(2)).contains(labels)) {
        sum += Double.parseDouble(m.group(3));
      }
    }
    return sum;
  }

  /** How many observations a histogram has up to each bound. */
  TreeMap<Double, Double> histogram(String name, String labels) {
    TreeMap<Double, Double> buckets = new TreeMap<>();
    for (String line : lines) {
      Matcher m = LINE.matcher(line);
      if (m.matches() && m.group(1).equals(name + "_bucket") && m.group(2).contains(labels)) {
        Matcher le = LE.matcher(m.group(2));
        if (le.find()) {
          double bound =
              le.group(1).equals("+Inf")
                  ? Double.POSITIVE_INFINITY
                  : Double.parseDouble(le.group(1));
          buckets.merge(bound, Double.parseDouble(m.group(3)), Double::sum);
        }
      }
    }
    return buckets;
  }

  /** The smallest bound that a share of the observations since an earlier reading is within. */
  static double percentile(
      TreeMap<Double, Double> before, TreeMap<Double, Double> after, double share) {
    if (after.isEmpty()) {
      return Double.NaN;
    }
    double all = after.lastEntry().getValue() - before.getOrDefault(after.lastKey(), 0.0);
    for (var bucket : after.entrySet()) {
      double count = bucket.getValue() - before.getOrDefault(bucket.getKey(), 0.0);
      if (all > 0 && count >= share * all) {
        return bucket.getKey();
      }
    }
    return Double.NaN;
  }
}
