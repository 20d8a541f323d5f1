package dev.heisenbug.operator.reproduce;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.formats.transfer.StageResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a stage's result means: go on, or a verdict. */
sealed interface StageOutcome {
  Pattern REPRODUCED = Pattern.compile("Reproduced (\\d+)/(\\d+)(?:: (.*))?");
  ObjectMapper JSON = new ObjectMapper();

  /** A schedule was found. */
  record Scheduled(int contextSwitches) implements StageOutcome {}

  /** There is a verdict. */
  record Decided(Verdict verdict) implements StageOutcome {}

  /** The tools themselves failed. */
  record Broken(String message) implements StageOutcome {}

  static StageOutcome of(Stage stage, StageResult result) {
    JsonNode output = parse(result.output());
    if (output == null || result.exitCode() == 1) {
      return new Broken(lastLine(result));
    }
    return stage == Stage.ANALYZE ? analysis(result, output) : replay(result, output);
  }

  private static StageOutcome analysis(StageResult result, JsonNode output) {
    String text = output.path("text").asText("");
    return switch (result.exitCode()) {
      case 0 -> new Scheduled(output.path("contextSwitches").asInt());
      case 2 -> new Decided(new Verdict.NotReproduced(after(text, "Infeasible: ")));
      case 3 -> new Decided(new Verdict.Unknown(after(text, "Unknown: ")));
      default -> new Broken(lastLine(result));
    };
  }

  private static StageOutcome replay(StageResult result, JsonNode output) {
    String text = output.path("verdict").asText("");
    Matcher reproduced = REPRODUCED.matcher(text);
    if (reproduced.matches()) {
      return new Decided(
          new Verdict.Reproduced(
              Integer.parseInt(reproduced.group(1)),
              Integer.parseInt(reproduced.group(2)),
              reproduced.group(3)));
    }
    if (text.startsWith("NotReproduced: ")) {
      return new Decided(new Verdict.NotReproduced(after(text, "NotReproduced: ")));
    }
    if (text.startsWith("Unknown: ")) {
      return new Decided(new Verdict.Unknown(after(text, "Unknown: ")));
    }
    return new Broken(lastLine(result));
  }

  private static JsonNode parse(String text) {
    try {
      JsonNode node = JSON.readTree(text == null ? "" : text);
      return node != null && node.isObject() ? node : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static String after(String text, String prefix) {
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }

  private static String lastLine(StageResult result) {
    String errors = result.errors() == null ? "" : result.errors().strip();
    String line = errors.substring(errors.lastIndexOf('\n') + 1);
    return line.isEmpty() ? "the command ended with status " + result.exitCode() : line;
  }
}
