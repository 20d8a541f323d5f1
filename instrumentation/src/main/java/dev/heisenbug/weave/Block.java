package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * A maximal straight run of original instructions; the node of the graph that paths are numbered
 * on.
 */
final class Block {
  final int index;
  final int firstInsn;
  int lastInsn;
  AbstractInsnNode last;
  boolean handler;
  boolean reachable;
  boolean returns;
  boolean throwsOut;
  final List<Edge> out = new ArrayList<>();
  final List<Edge> in = new ArrayList<>();

  Block(int index, int firstInsn) {
    this.index = index;
    this.firstInsn = firstInsn;
  }

  @Override
  public String toString() {
    return "B" + index + "[" + firstInsn + ".." + lastInsn + "]";
  }
}
