package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Immediate dominators below a virtual root that leads to the entry and to every handler. */
final class Dominators {
  private final int[] idom;
  private final int[] order;
  private final int root;

  Dominators(Cfg cfg) {
    int n = cfg.blocks.size();
    root = n;
    idom = new int[n + 1];
    order = new int[n + 1];
    Arrays.fill(idom, -1);
    Arrays.fill(order, -1);
    List<Integer> postorder = new ArrayList<>();
    List<Block> starts = new ArrayList<>();
    starts.add(cfg.entry());
    starts.addAll(cfg.handlers);
    boolean[] seen = new boolean[n];
    for (Block start : starts) {
      visit(start, seen, postorder);
    }
    for (int i = 0; i < postorder.size(); i++) {
      order[postorder.get(i)] = i;
    }
    order[root] = postorder.size();
    idom[root] = root;
    solve(cfg, postorder, starts);
  }

  /** Whether every way to {@code b} passes {@code a}. */
  boolean dominates(Block a, Block b) {
    int at = b.index;
    while (at != root) {
      if (at == a.index) {
        return true;
      }
      at = idom[at];
    }
    return false;
  }

  private static void visit(Block start, boolean[] seen, List<Integer> postorder) {
    if (seen[start.index]) {
      return;
    }
    seen[start.index] = true;
    List<Block> stack = new ArrayList<>();
    List<Integer> next = new ArrayList<>();
    stack.add(start);
    next.add(0);
    while (!stack.isEmpty()) {
      int top = stack.size() - 1;
      Block block = stack.get(top);
      int k = next.get(top);
      if (k == block.out.size()) {
        postorder.add(block.index);
        stack.remove(top);
        next.remove(top);
        continue;
      }
      next.set(top, k + 1);
      Block to = block.out.get(k).to;
      if (!seen[to.index]) {
        seen[to.index] = true;
        stack.add(to);
        next.add(0);
      }
    }
  }

  private void solve(Cfg cfg, List<Integer> postorder, List<Block> starts) {
    boolean[] isStart = new boolean[root];
    for (Block start : starts) {
      isStart[start.index] = true;
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = postorder.size() - 1; i >= 0; i--) {
        Block block = cfg.blocks.get(postorder.get(i));
        int dom = isStart[block.index] ? root : -1;
        for (Edge edge : block.in) {
          if (idom[edge.from.index] >= 0) {
            dom = dom < 0 ? edge.from.index : common(dom, edge.from.index);
          }
        }
        if (dom != idom[block.index]) {
          idom[block.index] = dom;
          changed = true;
        }
      }
    }
  }

  private int common(int a, int b) {
    while (a != b) {
      while (order[a] < order[b]) {
        a = idom[a];
      }
      while (order[b] < order[a]) {
        b = idom[b];
      }
    }
    return a;
  }
}
