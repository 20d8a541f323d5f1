package dev.heisenbug.decode.cli;

import dev.heisenbug.decode.threads.CodeFiles;
import dev.heisenbug.decode.threads.Gap;
import dev.heisenbug.decode.threads.Recording;
import dev.heisenbug.decode.threads.SwitchTimeline;
import dev.heisenbug.decode.threads.SwitchTimeline.Execution;
import dev.heisenbug.decode.threads.ThreadSummary;
import dev.heisenbug.decode.threads.TraceQueue;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What decode tells of a perf.data file, as text or as figures for JSON. */
record PerfReport(Recording recording, ThreadSummary summary, CodeFiles files) {

  Map<String, Object> figures() {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("instructions", summary.instructions());
    m.put("errors", summary.errors().values().stream().mapToLong(Long::longValue).sum());
    m.put("errorKinds", errorKinds());
    m.put("traces", recording.queues().stream().map(this::trace).toList());
    m.put("threads", summary.threads().values().stream().map(this::thread).toList());
    m.put("gaps", summary.gaps().stream().map(PerfReport::gap).toList());
    m.put("missing", files.problems());
    m.put("lostRecords", recording.lost());
    m.put("truncatedAux", recording.truncatedAux());
    m.put("overflows", summary.overflows());
    return m;
  }

  private static Map<String, Object> gap(Gap g) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("cpu", g.cpu());
    m.put("tid", g.thread().tid());
    m.put("error", g.error().text());
    m.put("ip", Long.toHexString(g.ip()));
    m.put("offset", g.offset());
    if (!g.where().isEmpty()) {
      m.put("where", g.where());
    }
    return m;
  }

  private List<String> errorKinds() {
    return summary.errors().entrySet().stream()
        .map(e -> e.getKey().text() + " x" + e.getValue())
        .toList();
  }

  private Map<String, Object> trace(TraceQueue q) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("cpu", q.cpu());
    m.put("bytes", q.size());
    SwitchTimeline t = recording.switches().get(q.cpu());
    m.put("switchRecords", t == null ? 0 : t.records());
    m.put("continuousExecutions", t == null ? 0 : t.executions().size());
    return m;
  }

  private Map<String, Object> thread(ThreadSummary.Entry e) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("pid", e.thread().pid());
    m.put("tid", e.thread().tid());
    m.put("name", recording.names().getOrDefault(e.thread().tid(), ""));
    m.put("instructions", e.instructions());
    m.put("perCpu", e.perCpu());
    m.put("first", Long.toHexString(e.first()));
    m.put("last", Long.toHexString(e.last()));
    if (e.latest() != 0) {
      m.put("tsc", List.of(e.earliest(), e.latest()));
      m.put("ns", List.of(summary.nanos(e.earliest()), summary.nanos(e.latest())));
    }
    m.put("executions", executions(e.thread().tid()));
    return m;
  }

  private List<Map<String, Object>> executions(int tid) {
    List<Map<String, Object>> list = new ArrayList<>();
    recording
        .switches()
        .forEach(
            (cpu, timeline) ->
                timeline.executions().stream()
                    .filter(x -> x.thread().tid() == tid)
                    .forEach(x -> list.add(execution(cpu, x))));
    return list;
  }

  private static Map<String, Object> execution(int cpu, Execution x) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("cpu", cpu);
    m.put("from", x.start() == SwitchTimeline.OPEN ? null : x.start());
    m.put("to", x.end() == SwitchTimeline.OPEN ? null : x.end());
    return m;
  }

  void threads(PrintWriter out) {
    for (ThreadSummary.Entry e : summary.threads().values()) {
      out.println(
          "thread "
              + e.thread().tid()
              + " (process "
              + e.thread().pid()
              + " "
              + recording.names().getOrDefault(e.thread().tid(), "?")
              + "): "
              + e.instructions()
              + " instructions, by cpu "
              + e.perCpu()
              + ", first "
              + Long.toHexString(e.first())
              + ", last "
              + Long.toHexString(e.last()));
      if (e.latest() != 0) {
        out.println(
            "  traced from "
                + summary.nanos(e.earliest())
                + " to "
                + summary.nanos(e.latest())
                + " (tsc "
                + e.earliest()
                + " to "
                + e.latest()
                + ")");
      }
      for (Map<String, Object> x : executions(e.thread().tid())) {
        out.println(
            "  ran on cpu " + x.get("cpu") + " from " + at(x, "from") + " to " + at(x, "to"));
      }
    }
  }

  private static String at(Map<String, Object> x, String key) {
    return x.get(key) == null ? "outside the recording" : x.get(key).toString();
  }

  void summary(PrintWriter out) {
    out.println("instructions: " + summary.instructions());
    out.println("errors: " + errorKinds());
    recording.queues().forEach(q -> out.println("trace: " + trace(q)));
    summary
        .threads()
        .values()
        .forEach(e -> out.println("thread " + e.thread().tid() + ": " + e.instructions()));
    summary
        .gaps()
        .forEach(
            g ->
                out.println(
                    "gap: cpu " + g.cpu() + ", thread " + g.thread().tid() + ", " + g.text()));
  }

  private static String times(long n) {
    return n == 1 ? "once" : n + " times";
  }

  /** What an overflow means for the reader of a trace. */
  static String overflows(long n) {
    return "The processor lost packets " + times(n) + " (OVF); what it executed then is missing.";
  }

  /** One sentence for each thing the user should know. */
  List<String> warnings(Path file) {
    List<String> list = new ArrayList<>();
    files.problems().forEach((name, what) -> list.add(name + ": " + what + "."));
    if (recording.clock() == null) {
      list.add(file + " has no clock conversion, so instructions cannot be told apart by thread.");
    }
    if (summary.overflows() > 0) {
      list.add(overflows(summary.overflows()));
    }
    if (recording.truncatedAux() > 0) {
      list.add(
          "The trace buffer was full "
              + times(recording.truncatedAux())
              + "; the trace has holes (a larger one: perf record -m,64M).");
    }
    if (recording.lost() > 0) {
      list.add(recording.lost() + " records were lost; threads and mappings may be wrong.");
    }
    if (recording.truncated()) {
      list.add(file + " is cut off; what is there was decoded.");
    }
    return list;
  }
}
