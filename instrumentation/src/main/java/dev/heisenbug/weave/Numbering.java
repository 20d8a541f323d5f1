package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Ball-Larus numbers on the graph whose collapsed loops are single nodes: cycles and nodes with too
 * many paths behind them are cut, every path from a start to a cut or an exit has its own number.
 */
final class Numbering {
  /** Nodes with more paths behind them start anew; keeps every number below 2^31. */
  private static final long LIMIT = 1 << 20;

  /** Node to the number of the first path that starts there. */
  final TreeMap<Integer, Integer> starts = new TreeMap<>();

  /** What a returning or throwing block adds to the register. */
  final int[] exitValue;

  /** Edges that leave a node, in the order of their values. */
  final List<List<Edge>> outOf;

  boolean cuts;
  boolean choices;
  String unsupported;

  private final Cfg cfg;
  private final int[] node;
  private final long[] paths;
  private final boolean[] restart;
  private final List<Integer> postorder = new ArrayList<>();

  Numbering(Cfg cfg, Loops loops) {
    this.cfg = cfg;
    this.node = loops.node;
    int n = cfg.blocks.size();
    paths = new long[n];
    restart = new boolean[n];
    exitValue = new int[n];
    outOf = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      outOf.add(new ArrayList<>());
    }
    for (Block block : cfg.blocks) {
      if (block.reachable) {
        for (Edge edge : block.out) {
          if (!loops.unnumbered(edge)) {
            outOf.get(node[block.index]).add(edge);
          }
        }
      }
    }
    for (List<Edge> edges : outOf) {
      // A zero on edges that would need a landing of their own, so that they rarely need one.
      edges.sort(Comparator.comparingInt(edge -> edge.kind == Edge.Kind.BRANCH ? 0 : 1));
    }
    cutCycles();
    number();
    assignStarts(loops);
  }

  private void cutCycles() {
    int[] colour = new int[paths.length];
    visit(node[cfg.entry().index], colour);
    for (Block handler : cfg.handlers) {
      visit(node[handler.index], colour);
    }
  }

  private void visit(int start, int[] colour) {
    if (colour[start] != 0) {
      return;
    }
    List<int[]> stack = new ArrayList<>();
    stack.add(new int[] {start, 0});
    colour[start] = 1;
    while (!stack.isEmpty()) {
      int[] top = stack.get(stack.size() - 1);
      List<Edge> out = outOf.get(top[0]);
      if (top[1] == out.size()) {
        colour[top[0]] = 2;
        postorder.add(top[0]);
        stack.remove(stack.size() - 1);
        continue;
      }
      Edge edge = out.get(top[1]++);
      int to = node[edge.to.index];
      if (colour[to] == 1) {
        edge.cut = true;
      } else if (colour[to] == 0) {
        colour[to] = 1;
        stack.add(new int[] {to, 0});
      }
    }
  }

  private void number() {
    for (int n : postorder) {
      long total = 0;
      for (Edge edge : outOf.get(n)) {
        int to = node[edge.to.index];
        edge.cut |= restart[to];
        cuts |= edge.cut;
        edge.value = checked(total);
        total += edge.cut ? 1 : paths[to];
      }
      Block block = cfg.blocks.get(n);
      if (block.returns || block.throwsOut) {
        exitValue[n] = checked(total);
        total++;
      }
      paths[n] = Math.max(total, 1);
      restart[n] = total > LIMIT;
    }
  }

  private void assignStarts(Loops loops) {
    long next = 0;
    List<Integer> nodes = new ArrayList<>();
    for (List<Edge> edges : outOf) {
      for (Edge edge : edges) {
        if (edge.cut) {
          nodes.add(node[edge.to.index]);
        }
      }
    }
    // The smallest numbers, which take the least room, go to the rounds of the innermost loops.
    nodes.sort(Comparator.comparingInt(n -> -loops.depth(cfg.blocks.get(n))));
    nodes.add(node[cfg.entry().index]);
    for (Block handler : cfg.handlers) {
      nodes.add(node[handler.index]);
    }
    for (int n : nodes) {
      if (!starts.containsKey(n)) {
        starts.put(n, checked(next));
        next += paths[n];
        choices |= paths[n] > 1;
      }
    }
    checked(next);
  }

  private int checked(long value) {
    if (value > Integer.MAX_VALUE) {
      unsupported = "it has too many paths";
      return 0;
    }
    return (int) value;
  }

  /** The edges that the path with this number takes, cut edges last; an exit adds none. */
  List<Edge> edgesOf(int number) {
    int at = -1;
    int from = -1;
    for (var start : starts.entrySet()) {
      if (start.getValue() <= number && start.getValue() > from) {
        at = start.getKey();
        from = start.getValue();
      }
    }
    List<Edge> taken = new ArrayList<>();
    int rest = number - from;
    while (at >= 0) {
      Edge best = null;
      for (Edge edge : outOf.get(at)) {
        if (edge.value <= rest) {
          best = edge;
        }
      }
      Block block = cfg.blocks.get(at);
      boolean exits = block.returns || block.throwsOut;
      if (best == null || exits && exitValue[at] <= rest && exitValue[at] > best.value) {
        return taken;
      }
      taken.add(best);
      rest -= best.value;
      at = best.cut ? -1 : node[best.to.index];
    }
    return taken;
  }

  /** The number of the first path from the method's entry. */
  int entryStart() {
    return starts.get(node[cfg.entry().index]);
  }

  int startOf(int number) {
    int from = -1;
    for (int value : starts.values()) {
      if (value <= number) {
        from = Math.max(from, value);
      }
    }
    return from;
  }

  long[] pathCounts() {
    return Arrays.copyOf(paths, paths.length);
  }
}
