package dev.heisenbug.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The operator's requests as the API server counted them. */
final class AuditLog {
  private final Path file;

  AuditLog(Path file) {
    this.file = file;
  }

  /** Requests by verb and resource since the log began; watches that go on are not in it. */
  Map<String, Integer> counts() throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    ObjectMapper json = new ObjectMapper();
    try (Stream<String> lines = Files.lines(file)) {
      for (String line : (Iterable<String>) lines::iterator) {
        JsonNode event = json.readTree(line);
        JsonNode object = event.path("objectRef");
        String resource = object.path("resource").asText("-");
        if (object.has("subresource")) {
          resource += "/" + object.path("subresource").asText();
        }
        counts.merge(event.path("verb").asText() + " " + resource, 1, Integer::sum);
      }
    }
    return counts;
  }

  /** What came to an earlier count. */
  static Map<String, Integer> since(Map<String, Integer> before, Map<String, Integer> after) {
    Map<String, Integer> difference = new TreeMap<>();
    after.forEach(
        (what, count) -> {
          int more = count - before.getOrDefault(what, 0);
          if (more > 0) {
            difference.put(what, more);
          }
        });
    return difference;
  }

  static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
