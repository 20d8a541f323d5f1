package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.formats.schedule.Verdict;

/** A verdict for programs: the line that people read, and its parts by name. */
final class VerdictJson {
  private VerdictJson() {}

  static ObjectNode of(Verdict verdict) {
    ObjectNode node = new ObjectMapper().createObjectNode().put("verdict", verdict.text());
    switch (verdict) {
      case Verdict.Reproduced r -> {
        node.put("result", "Reproduced").put("times", r.times()).put("runs", r.runs());
        if (r.missed() != null) {
          node.put("reason", r.missed());
        }
      }
      case Verdict.NotReproduced n -> node.put("result", "NotReproduced").put("reason", n.reason());
      case Verdict.Unknown u -> node.put("result", "Unknown").put("reason", u.reason());
    }
    return node.put("exitCode", verdict.exitCode());
  }
}
