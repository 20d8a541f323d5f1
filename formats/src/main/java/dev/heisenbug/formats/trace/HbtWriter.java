package dev.heisenbug.formats.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes a trace as {@code .hbt} text that {@link HbtReader} reads back to the same trace. */
public final class HbtWriter {
  private final SymbolicTrace trace;
  private final Writer out;
  private final HbtExprText exprs;
  private final List<List<Condition>> pending = new ArrayList<>();
  private final int[] done;

  private HbtWriter(SymbolicTrace trace, Writer out) {
    this.trace = trace;
    this.out = out;
    this.exprs = new HbtExprText(trace, out);
    this.done = new int[trace.threadCount()];
  }

  public static void write(SymbolicTrace trace, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      write(trace, out);
    }
  }

  public static void write(SymbolicTrace trace, Writer out) throws IOException {
    new HbtWriter(trace, out).writeAll();
  }

  private void writeAll() throws IOException {
    line("hbt 1");
    for (int t = 0; t < trace.threadCount(); t++) {
      line("thread " + quote(trace.threadName(t)));
      pending.add(new ArrayList<>());
    }
    declarations();
    for (Condition c : trace.conditions()) {
      if (c.thread() >= 0) {
        pending.get(c.thread()).add(c);
      }
    }
    events();
    for (Condition c : trace.conditions()) {
      if (c.thread() < 0) {
        exprs.define(c.expr());
        line("goal " + exprs.text(c.expr()) + position(c.position()));
      }
    }
    for (int t = 0; t < trace.threadCount(); t++) {
      if (trace.required(t) != trace.threadLength(t)) {
        line("require " + quote(trace.threadName(t)) + " " + trace.required(t));
      }
    }
    out.flush();
  }

  private void declarations() throws IOException {
    for (Unknown u : trace.unknowns()) {
      String observed = u.observed() == null ? "" : " obs=" + u.observed();
      line("unknown " + quote(u.name()) + " " + u.sort().text() + observed);
    }
    for (Location l : trace.locations()) {
      String keyword = l.array() ? "array " : "loc ";
      line(keyword + quote(l.name()) + " " + l.sort().text() + " = " + exprs.text(l.initial()));
      for (var cell : l.cells().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
        String at = "cell " + quote(l.name()) + " " + cell.getKey();
        line(at + " = " + exprs.text(cell.getValue()));
      }
    }
    for (SyncObject o : trace.objects()) {
      line("object " + quote(o.name()) + (o.permits() == 0 ? "" : " permits=" + o.permits()));
    }
  }

  private void events() throws IOException {
    int[] order = trace.observedOrder();
    if (order != null) {
      line("order observed");
    }
    for (int t = 0; t < trace.threadCount(); t++) {
      conditions(t);
    }
    for (int i = 0; i < trace.eventCount(); i++) {
      int e = order != null ? order[i] : i;
      event(e);
      done[trace.thread(e)]++;
      conditions(trace.thread(e));
    }
  }

  private void conditions(int thread) throws IOException {
    List<Condition> list = pending.get(thread);
    int n = 0;
    while (n < list.size() && list.get(n).after() <= done[thread]) {
      Condition c = list.get(n++);
      exprs.define(c.expr());
      String word =
          switch (c.kind()) {
            case PATH -> " assume ";
            case CONCRETIZATION -> " concretize ";
            case GOAL -> " goal ";
          };
      line(quote(trace.threadName(thread)) + word + exprs.text(c.expr()) + position(c.position()));
    }
    list.subList(0, n).clear();
  }

  private void event(int e) throws IOException {
    EventKind kind = trace.kind(e);
    if (trace.index(e) >= 0) {
      exprs.define(trace.index(e));
    }
    if (kind == EventKind.WRITE) {
      exprs.define(trace.value(e));
    } else if (kind == EventKind.RMW) {
      exprs.defineBefore(trace.value(e), trace.readNode(e));
    }
    StringBuilder text = new StringBuilder(quote(trace.threadName(trace.thread(e))));
    text.append(' ').append(kind.text());
    target(e, kind, text);
    if (kind.reads()) {
      text.append(" -> r").append(e);
    }
    if (kind.writes()) {
      text.append(" = ");
      text.append(
          kind == EventKind.RMW ? exprs.inline(trace.value(e)) : exprs.text(trace.value(e)));
    }
    attributes(e, text);
    line(text.toString());
  }

  private void target(int e, EventKind kind, StringBuilder text) {
    int target = trace.target(e);
    switch (kind.target()) {
      case LOCATION -> {
        text.append(' ').append(quote(trace.locations().get(target).name()));
        if (trace.index(e) >= 0) {
          text.append('[').append(exprs.text(trace.index(e))).append(']');
        }
      }
      case OBJECT -> text.append(' ').append(quote(trace.objects().get(target).name()));
      case THREAD -> text.append(' ').append(quote(trace.threadName(target)));
      case NONE -> {}
    }
    switch (kind) {
      case LOCK, UNLOCK, LOCK_FAIL -> text.append(trace.mode(e) != 0 ? " shared" : "");
      case WAIT, WAKE -> text.append(' ').append(quote(trace.objects().get(trace.arg(e)).name()));
      case BARRIER_ENTER, ACQUIRE, RELEASE, ACQUIRE_FAIL, POST, AWAIT ->
          text.append(' ').append(trace.arg(e));
      case FENCE -> text.append(' ').append(Fence.values()[trace.mode(e)].text());
      case OPAQUE -> {
        text.append(' ').append(Sort.of(trace.arg(e)).text());
        text.append(trace.mode(e) != 0 ? " pure" : "");
      }
      default -> {}
    }
    if ((kind == EventKind.WAKE || kind == EventKind.PARK) && trace.mode(e) != 0) {
      text.append(" unnotified");
    }
  }

  private void attributes(int e, StringBuilder text) {
    text.append(position(trace.position(e)));
    if (trace.core(e) >= 0) {
      text.append(" core=").append(trace.core(e));
      if (trace.coreSequence(e) >= 0) {
        text.append('/').append(trace.coreSequence(e));
      }
    }
    if (trace.timeLo(e) != EventTable.NO_LO || trace.timeHi(e) != EventTable.NO_HI) {
      text.append(" time=").append(trace.timeLo(e)).append("..").append(trace.timeHi(e));
    }
    if (trace.version(e) >= 0) {
      text.append(" ver=").append(trace.version(e));
    }
    if (trace.hasObserved(e)) {
      text.append(" obs=").append(trace.observed(e));
    }
    if (trace.group(e) > 0) {
      text.append(" group=").append(trace.group(e));
    }
  }

  private static String position(String position) {
    if (position == null || position.isEmpty()) {
      return "";
    }
    return " @" + quote(position);
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write('\n');
  }

  /** A name as it stands where that is safe, in quotes otherwise. */
  static String quote(String name) {
    boolean plain = !name.isEmpty() && name.charAt(0) != '@';
    for (int i = 0; plain && i < name.length(); i++) {
      char ch = name.charAt(i);
      plain = ch > ' ' && "()[]\"#=\\".indexOf(ch) < 0;
    }
    if (plain) {
      return name;
    }
    String escaped = name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return "\"" + escaped + "\"";
  }
}
