package dev.heisenbug.weave;

import java.util.BitSet;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;

/** Where a woven method collects tokens before it writes them, and whether it keeps its log. */
final class Collecting {
  static final Collecting NONE = new Collecting(new BitSet(), Map.of(), false);

  /** Blocks behind which tokens are collected. */
  final BitSet blocks;

  /** By such block its first instruction that may write to the log, which has to come later. */
  final Map<Integer, AbstractInsnNode> loud;

  final boolean keepLog;

  Collecting(BitSet blocks, Map<Integer, AbstractInsnNode> loud, boolean keepLog) {
    this.blocks = blocks;
    this.loud = loud;
    this.keepLog = keepLog;
  }
}
