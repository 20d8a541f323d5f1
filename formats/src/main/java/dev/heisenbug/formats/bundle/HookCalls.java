package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.EventType;
import dev.heisenbug.weave.stream.StreamCursor;
import dev.heisenbug.weave.stream.StreamException;

/** How often a recording's hooks were called, by what such a call costs. */
final class HookCalls {
  private static final int PICOS = 1000;

  private long paths;
  private long events;
  private long stamps;

  private HookCalls() {}

  /**
   * The overhead of a recording, or null where the agent had no time to measure, or no system that
   * tells the process's own time.
   */
  static Overhead overhead(JsonNode measured, EventFile file) throws StreamException {
    if (measured == null || measured.path("processNanos").asLong(-1) <= 0) {
      return null;
    }
    HookCalls calls = new HookCalls();
    for (int thread : file.threads()) {
      calls.count(file.cursor(thread));
    }
    return new Overhead(
        measured.path("processNanos").asLong(),
        measured.path("weavingNanos").asLong(),
        measured.path("growingNanos").asLong(),
        measured.path("watchingNanos").asLong(),
        calls.nanos(measured));
  }

  private void count(StreamCursor cursor) throws StreamException {
    long delivered = 0;
    long clock = 0;
    while (cursor.next() != EventType.END) {
      if (cursor.type() == EventType.TOKEN) {
        cursor.skipTokens();
        paths += cursor.events() - delivered;
      } else if (cursor.type() == EventType.SYNCS) {
        paths += cursor.value(); // counted in place, which takes no longer
      } else if (cursor.clock() != clock) {
        stamps++;
      } else {
        events++;
      }
      clock = cursor.clock();
      delivered = cursor.events();
    }
  }

  private long nanos(JsonNode costs) {
    return (paths * costs.path("pathPicos").asLong()
            + events * costs.path("eventPicos").asLong()
            + stamps * costs.path("stampPicos").asLong())
        / PICOS;
  }
}
