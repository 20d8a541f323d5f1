package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.InsnList;

/** What has to happen when control passes one edge; equal codes may share one place. */
final class EdgeCode {
  /** Counter of the loop that this edge repeats, or -1. */
  int count = -1;

  /** Counters of the loops that this edge leaves, inner first. */
  final List<Integer> left = new ArrayList<>();

  int add;
  boolean cut;
  int restart;

  boolean isEmpty() {
    return count < 0 && left.isEmpty() && add == 0 && !cut;
  }

  InsnList insns(Emitter emit) {
    InsnList code = new InsnList();
    for (int depth : left) {
      emit.loop(code, depth);
    }
    if (count >= 0) {
      emit.count(code, count);
    }
    if (cut) {
      emit.path(code, add);
      emit.set(code, emit.register, restart);
    } else {
      emit.add(code, add);
    }
    return code;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof EdgeCode)) {
      return false;
    }
    EdgeCode that = (EdgeCode) other;
    return count == that.count
        && left.equals(that.left)
        && add == that.add
        && cut == that.cut
        && restart == that.restart;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * add + restart) + count;
  }
}
