package dev.heisenbug.solve.smt;

import com.microsoft.z3.BoolExpr;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Fence;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.order.Edges;
import java.util.ArrayList;
import java.util.List;

/** Program order, what the memory model keeps of it for stores, and the known order facts. */
final class OrderFormula {
  private final Phi phi;
  private final SymbolicTrace trace;

  OrderFormula(Phi phi) {
    this.phi = phi;
    this.trace = phi.trace;
  }

  void add() {
    for (int t = 0; t < trace.threadCount(); t++) {
      programOrder(t);
      if (phi.model.relaxed()) {
        stores(t);
      }
    }
    edges(phi.facts.issue(), true);
    edges(phi.facts.effect(), false);
    windows();
    groups();
    optional();
  }

  private void programOrder(int t) {
    for (int i = 1; i < trace.threadLength(t); i++) {
      phi.session.add(phi.orders.issuedBefore(trace.event(t, i - 1), trace.event(t, i)));
    }
  }

  private void stores(int t) {
    List<Integer> pending = new ArrayList<>();
    int lastFence = -1;
    for (int i = 0; i < trace.threadLength(t); i++) {
      int e = trace.event(t, i);
      EventKind kind = trace.kind(e);
      if (kind == EventKind.WRITE) {
        phi.session.add(phi.z3.mkLt(phi.orders.issue(e), phi.orders.effect(e)));
        storeOrder(pending, e, lastFence);
        pending.add(e);
      } else if (drains(e, kind)) {
        for (int w : phi.model == MemoryModel.TSO ? lastOf(pending) : pending) {
          phi.session.add(phi.orders.whenHappens(e, phi.orders.visibleBefore(w, e)));
        }
        pending.clear();
        lastFence = -1;
      } else if (kind == EventKind.FENCE && Fence.values()[trace.mode(e)].ordersStores()) {
        lastFence = pending.size();
      }
    }
  }

  private static List<Integer> lastOf(List<Integer> list) {
    return list.isEmpty() ? list : list.subList(list.size() - 1, list.size());
  }

  private boolean drains(int e, EventKind kind) {
    return kind == EventKind.FENCE
        ? Fence.values()[trace.mode(e)].drains()
        : kind != EventKind.READ && kind != EventKind.WRITE;
  }

  private void storeOrder(List<Integer> pending, int e, int fencedBefore) {
    for (int i = 0; i < pending.size(); i++) {
      int w = pending.get(i);
      if (phi.model == MemoryModel.TSO) {
        if (i == pending.size() - 1) {
          phi.session.add(phi.orders.effectBefore(w, e));
        }
      } else if (i < fencedBefore) {
        phi.session.add(phi.orders.effectBefore(w, e));
      } else if (trace.target(w) == trace.target(e)) {
        BoolExpr same = CellTerms.same(phi, w, e);
        phi.session.add(phi.z3.mkImplies(same, phi.orders.effectBefore(w, e)));
      }
    }
  }

  private void edges(Edges edges, boolean issue) {
    for (int i = 0; i < edges.size(); i++) {
      int from = edges.from(i);
      int to = edges.to(i);
      BoolExpr order =
          issue ? phi.orders.issuedBefore(from, to) : phi.orders.effectBefore(from, to);
      switch (edges.why(i)) {
        case VERSION, SECTION -> phi.session.add("recorded order of " + object(to), order);
        case CORE -> phi.session.add("recorded order of core " + trace.core(to), order);
        default -> phi.session.add(order);
      }
    }
  }

  private String object(int e) {
    return trace.kind(e).isMemory()
        ? trace.locations().get(trace.target(e)).name()
        : trace.objects().get(trace.target(e)).name();
  }

  /** For each event and other thread one edge to the first event whose window begins later. */
  private void windows() {
    if (!phi.facts.hasWindow()) {
      return;
    }
    for (int t = 0; t < trace.threadCount(); t++) {
      for (int u = 0; u < trace.threadCount(); u++) {
        if (t != u) {
          windows(t, u);
        }
      }
    }
  }

  private void windows(int t, int u) {
    int j = 0;
    for (int i = 0; i < trace.threadLength(t); i++) {
      int e = trace.event(t, i);
      while (j < trace.threadLength(u) && phi.facts.lo(trace.event(u, j)) <= phi.facts.hi(e)) {
        j++;
      }
      if (j == trace.threadLength(u)) {
        return;
      }
      boolean last = i + 1 == trace.threadLength(t);
      int f = trace.event(u, j);
      if (last || phi.facts.lo(f) <= phi.facts.hi(trace.event(t, i + 1))) {
        phi.session.add("clock windows", phi.orders.issuedBefore(e, f));
      }
    }
  }

  private void groups() {
    for (int t = 0; t < trace.threadCount(); t++) {
      int i = 0;
      while (i < trace.threadLength(t)) {
        int first = trace.event(t, i);
        int j = i;
        while (j + 1 < trace.threadLength(t)
            && trace.group(first) != 0
            && trace.group(trace.event(t, j + 1)) == trace.group(first)) {
          j++;
        }
        if (j > i) {
          alone(first, trace.event(t, j));
        }
        i = j + 1;
      }
    }
  }

  private void alone(int first, int last) {
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.thread(e) != trace.thread(first)) {
        phi.session.add(
            phi.or(phi.orders.issuedBefore(e, first), phi.orders.issuedBefore(last, e)));
      }
    }
  }

  private void optional() {
    for (int e = 0; e < trace.eventCount(); e++) {
      BoolExpr inside = phi.z3.mkLt(phi.orders.issue(e), phi.orders.end());
      phi.session.add(phi.orders.optional(e) ? phi.z3.mkEq(phi.orders.happens(e), inside) : inside);
    }
  }
}
