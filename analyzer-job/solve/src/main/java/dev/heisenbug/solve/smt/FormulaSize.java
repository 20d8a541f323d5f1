package dev.heisenbug.solve.smt;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Encoding;
import java.util.HashMap;
import java.util.Map;

/**
 * Sizes of the whole formula as the papers count them (CLAP 4.1), without building it.
 *
 * @param variables order variables of all accesses and value variables of all reads
 * @param path one per branch condition and goal
 * @param sync {@code 2|S|^2 + 2|S|} per lock, {@code 2|SG||WT| + |SG|} per condition; H3 one
 *     disjunction per pair of sections
 * @param memoryOrder one per access and synchronisation
 * @param readWrite {@code 4 Nr Nw^2} per cell; H3: per read-write pair the value, the two bounds on
 *     its own core and one choice per gap of every other core
 */
public record FormulaSize(long variables, long path, long sync, long memoryOrder, long readWrite) {
  public long total() {
    return path + sync + memoryOrder + readWrite;
  }

  public static FormulaSize of(SymbolicTrace trace, Encoding encoding) {
    Map<Long, long[]> cells = new HashMap<>();
    Map<Long, Map<Long, Integer>> coreWrites = new HashMap<>();
    long reads = 0;
    Map<Integer, long[]> waits = new HashMap<>();
    for (int e = 0; e < trace.eventCount(); e++) {
      EventKind kind = trace.kind(e);
      if (kind.isMemory()) {
        long[] count = cells.computeIfAbsent(cell(trace, e), c -> new long[2]);
        count[0] += kind.reads() ? 1 : 0;
        count[1] += kind.writes() ? 1 : 0;
        if (kind.writes()) {
          coreWrites
              .computeIfAbsent(cell(trace, e), c -> new HashMap<>())
              .merge(H3ReadWrite.core(trace, e), 1, Integer::sum);
        }
      }
      reads += kind.reads() ? 1 : 0;
      switch (kind) {
        case WAKE -> waits.computeIfAbsent(trace.target(e), c -> new long[2])[0]++;
        case SIGNAL, BROADCAST -> waits.computeIfAbsent(trace.target(e), c -> new long[2])[1]++;
        default -> {}
      }
    }
    long sync = 0;
    for (var sections : Sections.of(trace).values()) {
      long s = sections.size();
      sync += encoding == Encoding.H3 ? s * (s - 1) : 2 * s * s + 2 * s;
    }
    for (long[] w : waits.values()) {
      sync += 2 * w[0] * w[1] + w[1];
    }
    long readWrite = 0;
    for (var entry : cells.entrySet()) {
      long r = entry.getValue()[0];
      long w = entry.getValue()[1];
      readWrite +=
          encoding == Encoding.H3
              ? h3(r, coreWrites.getOrDefault(entry.getKey(), Map.of()))
              : multiply(4, r, w, w);
    }
    long n = trace.eventCount();
    return new FormulaSize(n + reads, trace.conditions().size(), sync, n, readWrite);
  }

  private static long h3(long reads, Map<Long, Integer> cores) {
    long writes = cores.values().stream().mapToLong(Integer::longValue).sum();
    long total = 0;
    for (int own : cores.values()) {
      long perPair = 3 + writes - own + cores.size() - 1;
      total += own * perPair;
    }
    return multiply(reads, total, 1, 1);
  }

  private static long multiply(long a, long b, long c, long d) {
    double approximate = (double) a * b * c * d;
    return approximate > 9e18 ? Long.MAX_VALUE / 4 : a * b * c * d;
  }

  /** Cells with a known index are apart; all symbolic accesses of an array count as one cell. */
  static long cell(SymbolicTrace trace, int e) {
    long base = (long) trace.target(e) << 32;
    return CellTerms.constant(trace, e) && trace.index(e) >= 0
        ? base | (trace.exprs().constant(trace.index(e)) & 0x7FFF_FFFFL)
        : base | 0xFFFF_FFFFL;
  }
}
