package dev.heisenbug.solve.smt;

import com.microsoft.z3.BoolExpr;
import dev.heisenbug.solve.smt.Sections.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * CLAP's locking constraint (its section 3.2): each acquisition takes the free lock first of all,
 * or takes it over from exactly one release with no other section between.
 */
final class ClapLocks {
  private final Phi phi;

  ClapLocks(Phi phi) {
    this.phi = phi;
  }

  void add(String reason, List<Section> list) {
    if (list.stream().anyMatch(s -> s.release() < 0 || phi.orders.optional(s.acquire()))) {
      return;
    }
    for (Section a : list) {
      List<BoolExpr> ways = new ArrayList<>();
      List<BoolExpr> first = new ArrayList<>();
      for (Section b : list) {
        if (b != a) {
          first.add(phi.orders.issuedBefore(a.release(), b.acquire()));
          ways.add(takesOver(a, b, list));
        }
      }
      ways.add(phi.and(first));
      phi.session.add(reason, phi.or(ways));
    }
  }

  private BoolExpr takesOver(Section a, Section b, List<Section> list) {
    List<BoolExpr> parts = new ArrayList<>();
    parts.add(phi.orders.issuedBefore(b.release(), a.acquire()));
    for (Section c : list) {
      if (c != a && c != b) {
        parts.add(
            phi.or(
                phi.orders.issuedBefore(a.release(), c.acquire()),
                phi.orders.issuedBefore(c.release(), b.acquire())));
      }
    }
    return phi.and(parts);
  }
}
