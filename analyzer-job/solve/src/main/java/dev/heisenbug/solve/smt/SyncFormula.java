package dev.heisenbug.solve.smt;

import com.microsoft.z3.ArithExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.IntSort;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.order.LockUse;
import dev.heisenbug.solve.smt.Sections.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Synchronisation constraints: locks, conditions, semaphores, counters, barriers, permits. */
final class SyncFormula {
  private final Phi phi;
  private final SymbolicTrace trace;
  private final Map<Integer, List<Section>> sections;
  private final Map<Integer, BarrierFormula> barriers = new HashMap<>();

  SyncFormula(Phi phi) {
    this.phi = phi;
    this.trace = phi.trace;
    this.sections = Sections.of(trace);
  }

  /** All constraints; {@code clap} writes mutual exclusion as CLAP does. */
  void add(boolean clap) {
    sections.forEach(
        (lock, list) -> {
          if (clap && list.stream().noneMatch(Section::shared)) {
            new ClapLocks(phi).add(reason(lock), list);
          }
          // The pairwise form also covers traces that end inside a section, which CLAP's cannot.
          exclusion(lock, list);
        });
    for (int o = 0; o < trace.objects().size(); o++) {
      object(o);
    }
    LockUse.impossible(trace).stream()
        .forEach(e -> phi.session.add(phi.z3.mkNot(phi.orders.happens(e))));
  }

  private String reason(int object) {
    return "synchronisation on " + trace.objects().get(object).name();
  }

  private void exclusion(int lock, List<Section> list) {
    for (int i = 0; i < list.size(); i++) {
      for (int j = i + 1; j < list.size(); j++) {
        Section a = list.get(i);
        Section b = list.get(j);
        if (a.thread() != b.thread() && !(a.shared() && b.shared())) {
          BoolExpr order = phi.or(after(a, b), after(b, a));
          phi.session.add(
              reason(lock),
              phi.orders.whenHappens(a.acquire(), phi.orders.whenHappens(b.acquire(), order)));
        }
      }
    }
  }

  /** Section b begins after section a has ended. */
  private BoolExpr after(Section a, Section b) {
    return a.release() < 0 ? phi.z3.mkFalse() : phi.orders.issuedBefore(a.release(), b.acquire());
  }

  private void object(int o) {
    List<Integer> events = new ArrayList<>();
    for (int e = 0; e < trace.eventCount(); e++) {
      EventKind kind = trace.kind(e);
      if (kind.target() == EventKind.Target.OBJECT && trace.target(e) == o && counted(kind)) {
        events.add(e);
      }
    }
    for (int i = 0; i < events.size(); i++) {
      for (int j = i + 1; j < events.size(); j++) {
        if (trace.thread(events.get(i)) != trace.thread(events.get(j))) {
          phi.session.add(
              phi.z3.mkNot(
                  phi.z3.mkEq(phi.orders.issue(events.get(i)), phi.orders.issue(events.get(j)))));
        }
      }
    }
    barriers.put(o, new BarrierFormula(phi, o, events));
    for (int e : events) {
      BoolExpr enabled = enabled(e, o, events);
      if (enabled != null) {
        phi.session.add(reason(o), phi.orders.whenHappens(e, enabled));
      }
    }
    signals(o, events);
  }

  private static boolean counted(EventKind kind) {
    return kind != EventKind.LOCK && kind != EventKind.UNLOCK;
  }

  private BoolExpr enabled(int e, int o, List<Integer> events) {
    long permits = trace.objects().get(o).permits();
    return switch (trace.kind(e)) {
      case LOCK_FAIL -> held(e, o);
      case ACQUIRE -> phi.z3.mkGe(count(e, permits, events), phi.z3.mkInt(trace.arg(e)));
      case AWAIT -> phi.z3.mkGe(count(e, permits, events), phi.z3.mkInt(trace.arg(e)));
      case ACQUIRE_FAIL -> phi.z3.mkLt(count(e, permits, events), phi.z3.mkInt(trace.arg(e)));
      case PARK -> trace.mode(e) != 0 ? null : permit(e, permits > 0, events);
      case BARRIER_EXIT -> barriers.get(o).complete(e);
      default -> null;
    };
  }

  private BoolExpr held(int e, int lock) {
    List<BoolExpr> ways = new ArrayList<>();
    for (Section s : sections.getOrDefault(lock, List.of())) {
      // Its own read side keeps a thread from the write side as well.
      boolean hinders = s.shared() || s.thread() != trace.thread(e);
      if (hinders && !(s.shared() && trace.mode(e) == EventKind.SHARED)) {
        BoolExpr begun = phi.orders.issuedBefore(s.acquire(), e);
        ways.add(s.release() < 0 ? begun : phi.and(begun, phi.orders.issuedBefore(e, s.release())));
      }
    }
    return phi.or(ways);
  }

  private ArithExpr<IntSort> count(int e, long permits, List<Integer> events) {
    List<ArithExpr<IntSort>> sum = new ArrayList<>();
    sum.add(phi.z3.mkInt(permits));
    for (int f : events) {
      EventKind kind = trace.kind(f);
      boolean gives = kind == EventKind.RELEASE || kind == EventKind.POST;
      if (f != e && (gives || kind == EventKind.ACQUIRE)) {
        sum.add(
            phi.orders.one(phi.orders.issuedBefore(f, e), gives ? trace.arg(f) : -trace.arg(f)));
      }
    }
    return sum(sum);
  }

  @SuppressWarnings("unchecked")
  private ArithExpr<IntSort> sum(List<ArithExpr<IntSort>> parts) {
    return parts.size() == 1 ? parts.get(0) : phi.z3.mkAdd(parts.toArray(ArithExpr[]::new));
  }

  /** An unpark came before, and no other park took its permit. */
  private BoolExpr permit(int e, boolean initially, List<Integer> events) {
    List<BoolExpr> ways = new ArrayList<>();
    List<Integer> parks = events.stream().filter(f -> trace.kind(f) == EventKind.PARK).toList();
    for (int u : events) {
      if (trace.kind(u) == EventKind.UNPARK) {
        List<BoolExpr> parts = new ArrayList<>();
        parts.add(phi.orders.issuedBefore(u, e));
        for (int p : parks) {
          if (p != e) {
            parts.add(phi.or(phi.orders.issuedBefore(p, u), phi.orders.issuedBefore(e, p)));
          }
        }
        ways.add(phi.and(parts));
      }
    }
    if (initially) {
      List<BoolExpr> first = new ArrayList<>();
      for (int p : parks) {
        if (p != e) {
          first.add(phi.orders.issuedBefore(e, p));
        }
      }
      ways.add(phi.and(first));
    }
    return phi.or(ways);
  }

  /** Every notified wake has a signal or broadcast of its wait; a signal serves one wake. */
  private void signals(int condition, List<Integer> events) {
    List<List<BoolExpr>> uses = new ArrayList<>();
    List<Integer> signals =
        events.stream()
            .filter(e -> trace.kind(e) == EventKind.SIGNAL || trace.kind(e) == EventKind.BROADCAST)
            .toList();
    signals.forEach(s -> uses.add(new ArrayList<>()));
    for (int wake : events) {
      if (trace.kind(wake) != EventKind.WAKE || trace.mode(wake) != 0) {
        continue;
      }
      int wait = trace.event(trace.thread(wake), trace.indexInThread(wake) - 1);
      List<BoolExpr> ways = new ArrayList<>();
      for (int i = 0; i < signals.size(); i++) {
        int s = signals.get(i);
        BoolExpr used = phi.z3.mkBoolConst("wake" + wake + "by" + s);
        phi.session.add(
            phi.z3.mkImplies(
                used, phi.and(phi.orders.issuedBefore(wait, s), phi.orders.issuedBefore(s, wake))));
        ways.add(used);
        if (trace.kind(s) == EventKind.SIGNAL) {
          uses.get(i).add(used);
        }
      }
      phi.session.add(reason(condition), phi.orders.whenHappens(wake, phi.or(ways)));
    }
    for (List<BoolExpr> use : uses) {
      if (use.size() > 1) {
        phi.session.add(phi.z3.mkAtMost(use.toArray(BoolExpr[]::new), 1));
      }
    }
  }
}
