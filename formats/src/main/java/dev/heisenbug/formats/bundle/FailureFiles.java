package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The failures that the agent wrote, and which of them count.
 *
 * <p>An exception that a thread's own handler took is the program's affair if the program then ends
 * well, and comes behind all other failures if it does not. It counts like any other if the program
 * has not ended, was killed, or if the handler itself ended it.
 */
final class FailureFiles {
  private final List<JsonNode> counted = new ArrayList<>();
  private final List<JsonNode> handled = new ArrayList<>();

  FailureFiles(Path folder) throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (int i = 1; ; i++) {
      JsonNode node = Json.readIfThere(folder.resolve("failure-" + i + ".json"));
      if (node == null) {
        break;
      }
      all.add(node);
    }
    for (int i = 0; i < all.size(); i++) {
      JsonNode node = all.get(i);
      boolean taken = node.path("handled").asBoolean() && !goesOn(all, i);
      (taken ? handled : counted).add(node);
    }
  }

  /** Whether the thread of a failure that a handler took failed once more: in the handler. */
  private static boolean goesOn(List<JsonNode> all, int at) {
    int thread = all.get(at).path("thread").asInt();
    return all.subList(at + 1, all.size()).stream()
        .anyMatch(next -> next.path("thread").asInt() == thread && thread != 0);
  }

  /** Failures whatever becomes of the program. */
  List<JsonNode> counted() {
    return counted;
  }

  /** Exceptions that handlers of their threads took. */
  List<JsonNode> handled() {
    return handled;
  }
}
