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

  /** The edge starts where tokens are collected before they are written. */
  boolean packed;

  /** The edge leads from there. */
  boolean flush;

  boolean isEmpty() {
    return count < 0 && left.isEmpty() && add == 0 && !cut && !flush;
  }

  boolean onlyAdds() {
    return count < 0 && left.isEmpty() && !cut && !flush;
  }

  InsnList insns(Emitter emit) {
    InsnList code = new InsnList();
    for (int depth : left) {
      if (packed) {
        emit.packedLoop(code, depth);
      } else {
        emit.loop(code, depth);
      }
    }
    if (count >= 0) {
      emit.count(code, count);
    }
    if (cut) {
      if (packed) {
        emit.packed(code, add);
      } else {
        emit.path(code, add);
      }
      emit.set(code, emit.register, restart);
    } else {
      emit.add(code, add);
    }
    if (flush) {
      emit.flush(code);
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
        && packed == that.packed
        && flush == that.flush
        && restart == that.restart;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * add + restart) + count;
  }
}
