package dev.heisenbug.solve.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints bench rows as a table for people or as JSON lines. */
final class BenchTable {
  private final PrintStream out;
  private final boolean json;

  BenchTable(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  void head() {
    if (!json) {
      String forms = String.join(" | ", BenchRow.forms());
      out.println(
          "| problem | spec | events | variables | "
              + forms
              + " | result: s (cpu s), MB, switches | paper |");
      out.println("|---|---|" + "--:|".repeat(2 + BenchRow.forms().size()) + "---|---|");
    }
  }

  void row(BenchRow row) {
    out.println(json ? json(row) : text(row));
    out.flush();
  }

  private static String text(BenchRow row) {
    String runs = row.runs().stream().map(BenchTable::text).collect(Collectors.joining("; "));
    String constraints =
        BenchRow.forms().stream()
            .map(f -> row.constraints().containsKey(f) ? brief(row.constraints().get(f)) : "")
            .collect(Collectors.joining(" | "));
    return String.format(
        Locale.ROOT,
        "| %s | `%s` | %d | %d | %s | %s | %s |",
        row.problem().name(),
        row.problem().spec(),
        row.events(),
        row.variables(),
        constraints,
        runs,
        row.problem().paper());
  }

  /** Large counts by power of ten: their digits say nothing. */
  private static String brief(long count) {
    return count < 1_000_000
        ? Long.toString(count)
        : String.format(Locale.ROOT, "%.1e", (double) count);
  }

  private static String text(BenchRun r) {
    return String.format(
        Locale.ROOT,
        "%s %s %.2f (%.2f), %d MB%s",
        r.encoding().name().toLowerCase(Locale.ROOT),
        r.verdict(),
        (r.found() < 0 ? r.total() : r.found()) / 1000.0,
        r.cpu() / 1000.0,
        r.megabytes(),
        r.switches() < 0 ? "" : ", " + r.switches() + " cs");
  }

  private static String json(BenchRow row) {
    StringWriter text = new StringWriter();
    try (JsonGenerator g = new JsonFactory().createGenerator(text)) {
      g.writeStartObject();
      g.writeStringField("name", row.problem().name());
      g.writeStringField("spec", row.problem().spec().toString());
      g.writeNumberField("events", row.events());
      g.writeNumberField("variables", row.variables());
      g.writeObjectFieldStart("constraints");
      for (var entry : row.constraints().entrySet()) {
        g.writeNumberField(entry.getKey(), entry.getValue());
      }
      g.writeEndObject();
      g.writeArrayFieldStart("runs");
      for (BenchRun r : row.runs()) {
        json(g, r);
      }
      g.writeEndArray();
      g.writeStringField("paper", row.problem().paper());
      g.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void json(JsonGenerator g, BenchRun r) throws IOException {
    g.writeStartObject();
    g.writeStringField("encoding", r.encoding().name().toLowerCase(Locale.ROOT));
    g.writeStringField("verdict", r.verdict());
    g.writeNumberField("foundMs", r.found());
    g.writeNumberField("totalMs", r.total());
    g.writeNumberField("cpuMs", r.cpu());
    g.writeNumberField("heapMb", r.megabytes());
    g.writeNumberField("contextSwitches", r.switches());
    g.writeEndObject();
  }
}
