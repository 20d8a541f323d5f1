package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds events that wait for more than all others together ever give: permits, counts, arrivals,
 * signals.
 */
public final class SupplyDiagnosis {
  private final SymbolicTrace trace;
  private final int threads;

  /** What all events of each thread give each object, and what they give up to where we look. */
  private final long[] given;

  private final long[] soFar;
  private final long[] taken;
  private final long[] total;

  /** Arrivals that complete a barrier at least. */
  private final long[] parties;

  private SupplyDiagnosis(SymbolicTrace trace) {
    this.trace = trace;
    this.threads = trace.threadCount();
    int objects = trace.objects().size();
    given = new long[objects * threads];
    soFar = new long[objects * threads];
    taken = new long[objects * threads];
    total = new long[objects];
    parties = new long[objects];
    Arrays.fill(parties, Long.MAX_VALUE);
    for (int e = 0; e < trace.eventCount(); e++) {
      long gives = gives(e);
      if (gives > 0) {
        given[slot(e)] += gives;
        total[trace.target(e)] += gives;
      }
      if (trace.kind(e) == EventKind.BARRIER_ENTER) {
        parties[trace.target(e)] = Math.min(parties[trace.target(e)], trace.arg(e));
      }
    }
  }

  /** Looks at every event that must happen. */
  public static Optional<Contradiction> find(SymbolicTrace trace) {
    return new SupplyDiagnosis(trace).find();
  }

  private int slot(int e) {
    return trace.target(e) * threads + trace.thread(e);
  }

  private long gives(int e) {
    return switch (trace.kind(e)) {
      case RELEASE, POST -> trace.arg(e);
      case UNPARK, SIGNAL, BROADCAST, BARRIER_ENTER -> 1;
      default -> 0;
    };
  }

  private Optional<Contradiction> find() {
    int[] required = Requirements.of(trace);
    for (int t = 0; t < threads; t++) {
      for (int i = 0; i < required[t]; i++) {
        int e = trace.event(t, i);
        String lacks = lacks(e);
        if (lacks != null) {
          return Optional.of(
              new Contradiction(
                  trace.describe(e) + " can never go on: " + lacks, List.of(trace.describe(e))));
        }
        pass(e);
      }
    }
    return Optional.empty();
  }

  private void pass(int e) {
    EventKind kind = trace.kind(e);
    if (gives(e) > 0) {
      soFar[slot(e)] += gives(e);
    }
    if (kind == EventKind.ACQUIRE) {
      taken[slot(e)] += trace.arg(e);
    }
  }

  /** What is missing for the event whatever the others do, or null. */
  private String lacks(int e) {
    EventKind kind = trace.kind(e);
    if (kind.target() != EventKind.Target.OBJECT) {
      return null;
    }
    int o = trace.target(e);
    String name = trace.objects().get(o).name();
    long others = total[o] - given[slot(e)];
    long most = trace.objects().get(o).permits() + others + soFar[slot(e)] - taken[slot(e)];
    boolean notified = trace.mode(e) != EventKind.UNNOTIFIED;
    return switch (kind) {
      case ACQUIRE, AWAIT ->
          most < trace.arg(e)
              ? "it needs "
                  + trace.arg(e)
                  + " of "
                  + name
                  + " and there are never more than "
                  + most
              : null;
      case PARK -> notified && most < 1 ? "nobody ever gives the permit " + name : null;
      case WAKE -> notified && others < 1 ? "no other thread ever signals " + name : null;
      case BARRIER_EXIT -> absent(others + soFar[slot(e)], parties[o], name);
      default -> null;
    };
  }

  private static String absent(long arrivals, long needed, String name) {
    if (arrivals >= needed) {
      return null;
    }
    return arrivals == 0
        ? "nobody ever arrives at " + name
        : "only " + arrivals + " of " + needed + " ever arrive at " + name;
  }
}
