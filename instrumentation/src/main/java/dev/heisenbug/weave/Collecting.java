package dev.heisenbug.weave;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;

/** Where a woven method collects tokens before it writes them, and whether it keeps its log. */
final class Collecting {
  /** Bits of a token where most are below 16; the rest is written by itself. */
  static final int WIDE = 4;

  static final Collecting NONE =
      new Collecting(new BitSet(), List.of(), false, Map.of(), false, WIDE);

  /** Blocks behind which tokens are collected. */
  final BitSet blocks;

  /** Instructions that may write to the log, which has to have what was collected before. */
  final List<AbstractInsnNode> loud;

  final boolean keepLog;

  /** Calls of twins, with the frame before them where there may be no object to call. */
  final Map<AbstractInsnNode, Optional<FrameNode>> handing;

  /** The method is a twin: its last parameters are the log and what its caller collected. */
  final boolean twin;

  /** Bits of a token: 1, 2 or 4. */
  final int width;

  Collecting(
      BitSet blocks,
      List<AbstractInsnNode> loud,
      boolean keepLog,
      Map<AbstractInsnNode, Optional<FrameNode>> handing,
      boolean twin,
      int width) {
    this.width = width;
    this.blocks = blocks;
    this.loud = loud;
    this.keepLog = keepLog;
    this.handing = handing;
    this.twin = twin;
  }
}
