package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Finds the natural loops of a method and decides which of them need no token per round. */
final class Loops {
  /** Inner loops first. */
  final List<Loop> all = new ArrayList<>();

  /** For every block the block that stands for it once collapsed loops are single nodes. */
  final int[] node;

  int counters;

  private final boolean[] collapsedAt;

  private final Cfg cfg;
  private final boolean[] derivable;

  Loops(Cfg cfg, boolean[] derivable) {
    this.cfg = cfg;
    this.derivable = derivable;
    node = new int[cfg.blocks.size()];
    collapsedAt = new boolean[node.length];
    for (int i = 0; i < node.length; i++) {
      node[i] = i;
    }
    find();
    for (Loop loop : all) {
      collapse(loop);
    }
    for (Loop loop : all) {
      if (loop.counted) {
        for (Loop outer : all) {
          if (outer != loop && outer.counted && outer.contains(loop.header)) {
            loop.depth++;
          }
        }
        counters = Math.max(counters, loop.depth + 1);
      }
    }
  }

  /** Whether an edge stays inside a collapsed loop and so carries no number. */
  boolean unnumbered(Edge edge) {
    int at = node[edge.from.index];
    return at == node[edge.to.index] && collapsedAt[at];
  }

  /** How many loops a block is in. */
  int depth(Block block) {
    int depth = 0;
    for (Loop loop : all) {
      depth += loop.contains(block) ? 1 : 0;
    }
    return depth;
  }

  /** The blocks of loops with a token per round that have a way through such blocks alone. */
  BitSet withRoundsOf(Predicate<Block> such) {
    BitSet blocks = new BitSet();
    for (Loop loop : all) {
      if (!loop.collapsed && !blocks.get(loop.header.index) && hasRoundOf(such, loop)) {
        blocks.or(loop.body);
      }
    }
    return blocks;
  }

  private static boolean hasRoundOf(Predicate<Block> such, Loop loop) {
    BitSet seen = new BitSet();
    List<Block> work = new ArrayList<>(List.of(loop.header));
    while (!work.isEmpty()) {
      Block block = work.remove(work.size() - 1);
      if (loop.contains(block) && !seen.get(block.index) && such.test(block)) {
        seen.set(block.index);
        for (Edge edge : block.out) {
          if (edge.to == loop.header) {
            return true;
          }
          work.add(edge.to);
        }
      }
    }
    return false;
  }

  private void find() {
    boolean backward = false;
    for (Block block : cfg.blocks) {
      for (Edge edge : block.out) {
        backward |= block.reachable && edge.to.index <= block.index;
      }
    }
    if (!backward) {
      return;
    }
    Dominators dominators = new Dominators(cfg);
    Map<Integer, Loop> byHeader = new TreeMap<>();
    for (Block block : cfg.blocks) {
      for (Edge edge : block.out) {
        if (block.reachable && dominators.dominates(edge.to, block)) {
          grow(byHeader.computeIfAbsent(edge.to.index, h -> new Loop(edge.to)), block);
        }
      }
    }
    all.addAll(byHeader.values());
    all.sort(Comparator.comparingInt(loop -> loop.body.cardinality()));
  }

  private static void grow(Loop loop, Block latch) {
    List<Block> work = new ArrayList<>();
    work.add(latch);
    while (!work.isEmpty()) {
      Block block = work.remove(work.size() - 1);
      if (!loop.contains(block)) {
        loop.body.set(block.index);
        for (Edge edge : block.in) {
          work.add(edge.from);
        }
      }
    }
  }

  private void collapse(Loop loop) {
    int[] waysOn = new int[node.length];
    boolean[] chosen = new boolean[node.length];
    boolean open = false;
    for (int b = loop.body.nextSetBit(0); b >= 0; b = loop.body.nextSetBit(b + 1)) {
      Block block = cfg.blocks.get(b);
      for (Edge edge : block.out) {
        boolean inside = loop.contains(edge.to);
        boolean known = block.out.size() == 1 || derivable(block);
        if (!inside) {
          open |= !known;
        } else if (!unnumbered(edge) || edge.to == loop.header) {
          waysOn[node[b]]++;
          chosen[node[b]] |= !known;
        }
      }
    }
    for (int n = 0; n < node.length; n++) {
      if (waysOn[n] > 1 && chosen[n]) {
        return;
      }
    }
    loop.collapsed = true;
    collapsedAt[loop.header.index] = true;
    loop.counted = open;
    for (int b = loop.body.nextSetBit(0); b >= 0; b = loop.body.nextSetBit(b + 1)) {
      node[b] = loop.header.index;
    }
  }

  private boolean derivable(Block block) {
    for (int i = block.lastInsn; i >= block.firstInsn; i--) {
      if (derivable[i]) {
        return true;
      }
    }
    return false;
  }
}
