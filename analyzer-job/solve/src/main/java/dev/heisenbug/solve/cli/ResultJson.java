package dev.heisenbug.solve.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.SolveResult;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** A solve result for programs, streamed because schedules can have millions of steps. */
final class ResultJson {
  private ResultJson() {}

  static void print(SymbolicTrace trace, SolveResult result, int exitCode, PrintStream out) {
    object(
        out,
        json -> {
          json.writeNumberField("exitCode", exitCode);
          switch (result) {
            case SolveResult.Found found -> found(trace, found, json);
            case SolveResult.Infeasible infeasible -> infeasible(infeasible, json);
            case SolveResult.Unknown unknown -> {
              json.writeStringField("result", "unknown");
              json.writeStringField("reason", unknown.reason());
              json.writeStringField("reached", unknown.reached());
            }
          }
          json.writeObjectFieldStart("stats");
          for (var entry : result.stats().all().entrySet()) {
            json.writeNumberField(entry.getKey(), entry.getValue());
          }
          json.writeEndObject();
        });
  }

  /** What keeps a file from being solved, for who reads the output with a program. */
  static void printError(String sentence, int exitCode, PrintStream out) {
    object(
        out,
        json -> {
          json.writeStringField("error", sentence);
          json.writeNumberField("exitCode", exitCode);
        });
  }

  /** The fields of an object. */
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private static void object(PrintStream out, Fields fields) {
    try (JsonGenerator json =
        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println();
  }

  private static void infeasible(SolveResult.Infeasible infeasible, JsonGenerator json)
      throws IOException {
    json.writeStringField("result", "infeasible");
    json.writeStringField("diagnosis", infeasible.diagnosis());
    json.writeArrayFieldStart("core");
    for (String line : infeasible.core()) {
      json.writeString(line);
    }
    json.writeEndArray();
  }

  private static void found(SymbolicTrace trace, SolveResult.Found found, JsonGenerator json)
      throws IOException {
    json.writeStringField("result", "found");
    json.writeNumberField("contextSwitches", found.contextSwitches());
    Schedule schedule = found.schedule();
    json.writeObjectFieldStart("unknowns");
    for (int u = 0; u < trace.unknowns().size(); u++) {
      json.writeNumberField(trace.unknowns().get(u).name(), schedule.unknowns()[u]);
    }
    json.writeEndObject();
    json.writeArrayFieldStart("schedule");
    for (int i = 0; i < schedule.size(); i++) {
      int e = Schedule.event(schedule.step(i));
      json.writeStartObject();
      json.writeStringField("thread", trace.threadName(trace.thread(e)));
      json.writeNumberField("event", trace.indexInThread(e));
      json.writeStringField("kind", trace.kind(e).text());
      if (Schedule.isCommit(schedule.step(i))) {
        json.writeBooleanField("commit", true);
      }
      if (!trace.position(e).isEmpty()) {
        json.writeStringField("at", trace.position(e));
      }
      if (trace.kind(e).isMemory() || trace.kind(e) == EventKind.OPAQUE) {
        json.writeNumberField("value", schedule.value(e));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
