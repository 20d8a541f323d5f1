package dev.heisenbug.decode.flow;

import dev.heisenbug.formats.x86.InsnKind;
import java.util.function.Predicate;

/** Sets of instruction kinds as bits, so that a whole block is tested at once. */
final class KindSet {
  private KindSet() {}

  static long of(InsnKind... kinds) {
    long set = 0;
    for (InsnKind kind : kinds) {
      set |= 1L << kind.ordinal();
    }
    return set;
  }

  static long of(Predicate<InsnKind> wanted) {
    long set = 0;
    for (InsnKind kind : InsnKind.values()) {
      set |= wanted.test(kind) ? of(kind) : 0;
    }
    return set;
  }

  static boolean contains(long set, InsnKind kind) {
    return (set >> kind.ordinal() & 1) != 0;
  }
}
