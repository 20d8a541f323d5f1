package dev.heisenbug.weave;

import org.objectweb.asm.tree.LabelNode;

/** One way control may pass from a block to another without an exception. */
final class Edge {
  /** How the edge leaves its block, which decides where code on the edge can be placed. */
  enum Kind {
    /** To the next instruction in program order. */
    FALL,
    /** By an unconditional jump. */
    GOTO,
    /** By a conditional jump or a switch: code on it needs a landing of its own. */
    BRANCH
  }

  final Block from;
  final Block to;
  final Kind kind;

  /**
   * What the branch instruction decided: 0 fall through, 1 taken; for a switch the case's place.
   */
  final int outcome;

  /** The label that the jump names; null on a fall-through. */
  final LabelNode label;

  /** What the path register gains on this edge. */
  int value;

  /** The path ends here and a new one starts at the target. */
  boolean cut;

  Edge(Block from, Block to, Kind kind, int outcome, LabelNode label) {
    this.from = from;
    this.to = to;
    this.kind = kind;
    this.outcome = outcome;
    this.label = label;
  }
}
