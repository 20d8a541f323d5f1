package dev.heisenbug.weave;

import java.util.BitSet;

/** A natural loop; a collapsed one needs no path number per round, at most a count at its exit. */
final class Loop {
  final Block header;
  final BitSet body = new BitSet();

  /** No recorded branch chooses between two ways through the body. */
  boolean collapsed;

  /** The number of rounds has to be recorded; false if it is derivable. */
  boolean counted;

  /** How many counted loops are around this one: the counter that it uses. */
  int depth;

  Loop(Block header) {
    this.header = header;
    body.set(header.index);
  }

  boolean contains(Block block) {
    return body.get(block.index);
  }

  boolean leaves(Edge edge) {
    return contains(edge.from) && !contains(edge.to);
  }

  boolean repeats(Edge edge) {
    return edge.to == header && contains(edge.from);
  }
}
