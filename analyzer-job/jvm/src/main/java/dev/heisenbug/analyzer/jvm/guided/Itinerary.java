package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.MethodDef;
import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the threads of a logged run came by, so that a place in one run can be found again in
 * another in which threads waited in loops for longer, or not at all: their counters differ, but
 * not how often they have changed something there.
 */
final class Itinerary {
  private final Definitions defs;
  private final Map<String, Way> ways = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Variable, Integer> variables = new HashMap<>();
  private final List<Way> owners = new ArrayList<>();

  /** The variables that more than one thread has touched. */
  private final BitSet shared = new BitSet();

  private Itinerary(Definitions defs) {
    this.defs = defs;
  }

  /** A field of an object, or an element of an array by its index. */
  private record Variable(int base, String field, int index) {}

  /** Of the run whose files lie in {@code dir}. */
  static Itinerary of(Path dir) {
    Itinerary itinerary = new Itinerary(Definitions.read(dir.resolve("defs.log")));
    try (RunLog log = new RunLog(dir.resolve("run.log"), itinerary.defs)) {
      while (log.next()) {
        itinerary.pass(log);
      }
    }
    return itinerary;
  }

  private void pass(RunLog log) {
    switch (log.type) {
      case RecordType.GET, RecordType.ALOAD -> {
        Way way = way(log);
        variable(log, way);
        way.add(log.idx, place(log.site), false);
      }
      case RecordType.PUT, RecordType.ASTORE -> {
        Way way = way(log);
        int variable = variable(log, way);
        way.add(log.idx, place(log.site), true);
        way.store(variable, log.value);
      }
      case RecordType.BULK, RecordType.SYNC -> way(log).add(log.idx, place(log.site), true);
      default -> {}
    }
  }

  private Way way(RunLog log) {
    return ways.computeIfAbsent(log.treeId(log.thread), t -> new Way());
  }

  private int variable(RunLog log, Way way) {
    boolean element = log.type == RecordType.ALOAD || log.type == RecordType.ASTORE;
    SiteDef site = defs.site(log.site);
    String field = element || site == null ? "" : site.member();
    Variable v = new Variable(log.base, field, element ? log.index : 0);
    int variable = variables.computeIfAbsent(v, k -> variables.size());
    if (variable == owners.size()) {
      owners.add(way);
    } else if (owners.get(variable) != way) {
      shared.set(variable);
    }
    return variable;
  }

  private String place(int site) {
    return names.computeIfAbsent(site, this::name);
  }

  private String name(int site) {
    SiteDef s = defs.site(site);
    MethodDef m = s == null ? null : defs.method(s.method());
    return m == null ? "@" + site : m.site(s.instruction());
  }

  /** A counter in one run and what stands for it in another. */
  record Match(int from, int to) {
    /** The counter of the other run for one soon after the match. */
    int shift(int counter) {
      return counter - from + to;
    }
  }

  /**
   * The place at which a thread of this run stands at a counter, or the latest before it that can
   * be found in the other run; null if the thread does not come by there.
   */
  Match find(String thread, int counter, Itinerary other) {
    Way here = ways.get(thread);
    Way there = other.ways.get(thread);
    return here == null || there == null ? null : here.find(counter, there);
  }

  /**
   * The counter with which a thread is in nobody's way: whatever it sets and takes back again, and
   * others look at, is as the thread leaves it in the end.
   *
   * @param number 1 for the last such place up to a counter, 2 for the one before
   * @return 0, where the thread begins, if there is none
   */
  int idle(String thread, int counter, int number) {
    Way way = ways.get(thread);
    List<Integer> idle = way == null ? List.of() : way.idle(counter, shared);
    return idle.size() < number ? 0 : idle.get(idle.size() - number);
  }
}
