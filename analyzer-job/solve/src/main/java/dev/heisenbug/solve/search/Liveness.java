package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;

/**
 * Which computed values a thread still needs after each event: two executions that agree on these,
 * on memory and on synchronisation have the same future, whatever they read to get there.
 */
final class Liveness {
  /** Used to the end, or by another thread. */
  private static final int FOREVER = Integer.MAX_VALUE;

  /** Values that are needed from an event on: {@code births[birthStart[e]..birthStart[e+1])}. */
  final int[] birthStart;

  final int[] births;

  /** Values that nobody needs once the event is done. */
  final int[] deathStart;

  final int[] deaths;

  Liveness(SymbolicTrace trace, EvalPlan plan, boolean[] used) {
    int[] last = lastUses(trace, plan, used);
    int events = trace.eventCount();
    birthStart = new int[events + 1];
    deathStart = new int[events + 1];
    int[] death = new int[plan.nodes];
    for (int n = 0; n < plan.nodes; n++) {
      int born = plan.readyAt[n];
      death[n] = -1;
      if (used[n] && born >= 0 && last[n] > trace.indexInThread(born)) {
        birthStart[born + 1]++;
        death[n] = last[n] == FOREVER ? FOREVER : trace.event(trace.thread(born), last[n]);
        if (death[n] != FOREVER) {
          deathStart[death[n] + 1]++;
        }
      }
    }
    for (int e = 0; e < events; e++) {
      birthStart[e + 1] += birthStart[e];
      deathStart[e + 1] += deathStart[e];
    }
    births = new int[birthStart[events]];
    deaths = new int[deathStart[events]];
    int[] birthFill = birthStart.clone();
    int[] deathFill = deathStart.clone();
    for (int n = 0; n < plan.nodes; n++) {
      if (death[n] >= 0) {
        births[birthFill[plan.readyAt[n]]++] = n;
        if (death[n] != FOREVER) {
          deaths[deathFill[death[n]]++] = n;
        }
      }
    }
  }

  /** Place in its own thread of the last event that uses each node's value. */
  private static int[] lastUses(SymbolicTrace trace, EvalPlan plan, boolean[] used) {
    int[] last = new int[plan.nodes];
    Arrays.fill(last, -1);
    for (int e = 0; e < trace.eventCount(); e++) {
      use(trace, plan, last, trace.value(e), trace.thread(e), trace.indexInThread(e));
      use(trace, plan, last, trace.index(e), trace.thread(e), trace.indexInThread(e));
    }
    for (Condition c : trace.conditions()) {
      boolean placed = c.thread() >= 0;
      use(trace, plan, last, c.expr(), placed ? c.thread() : -1, c.after() - 1);
    }
    for (int n = 0; n < plan.nodes; n++) {
      Op op = plan.op[n];
      int at = plan.readyAt[n];
      for (int i = 0; used[n] && i < op.arity() && at != EvalPlan.FREE; i++) {
        boolean mixed = at == EvalPlan.MIXED;
        int t = mixed ? -1 : trace.thread(at);
        use(trace, plan, last, plan.operand(n, i), t, mixed ? 0 : trace.indexInThread(at));
      }
    }
    return last;
  }

  private static void use(
      SymbolicTrace trace, EvalPlan plan, int[] last, int node, int thread, int index) {
    if (node >= 0 && plan.readyAt[node] >= 0) {
      boolean own = trace.thread(plan.readyAt[node]) == thread;
      last[node] = own ? Math.max(last[node], index) : FOREVER;
    }
  }
}
