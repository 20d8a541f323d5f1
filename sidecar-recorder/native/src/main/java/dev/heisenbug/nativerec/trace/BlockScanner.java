package dev.heisenbug.nativerec.trace;

import dev.heisenbug.formats.x86.Insn;
import dev.heisenbug.formats.x86.InsnDecoder;
import dev.heisenbug.formats.x86.InsnKind;
import java.util.Arrays;

/** Finds the block that begins at an address, and puts a breakpoint on its end. */
final class BlockScanner {
  private static final int MOST = 512;

  private final AddressSpace space;
  private final InsnDecoder decoder = new InsnDecoder();
  private final Insn insn = new Insn();
  private final byte[] code = new byte[InsnDecoder.MAX_SIZE];
  private long[] addresses = new long[64];
  private int count;

  BlockScanner(AddressSpace space) {
    this.space = space;
  }

  Block scan(long start) {
    count = 0;
    boolean fixed = space.fixed(start);
    long at = start;
    while (true) {
      int n = space.readCode(at, code, code.length);
      boolean known = n > 0 && decoder.decode(code, n, 64, insn);
      add(at);
      // What cannot be decoded will fault, and what can change is taken one by one.
      if (!known || !fixed) {
        return end(known ? insn.kind : InsnKind.OTHER, known ? insn.size : 1, at, false);
      }
      long next = at + insn.size;
      if (insn.kind == InsnKind.SYSCALL) {
        return end(insn.kind, insn.size, at, false);
      }
      boolean direct = insn.kind == InsnKind.JUMP || insn.kind == InsnKind.CALL;
      long follow = direct ? next + insn.displacement : next;
      boolean stop =
          !insn.kind.selfEvident()
              || count >= MOST
              || !space.sameMapping(start, follow)
              || direct && seen(follow)
              || space.trapped(at) && !direct;
      if (stop) {
        return end(insn.kind, insn.size, at, true);
      }
      // A jump or call that ended another block has its breakpoint there: this one ends too.
      if (space.trapped(at)) {
        return end(insn.kind, insn.size, at, true);
      }
      at = follow;
    }
  }

  private void add(long address) {
    if (count == addresses.length) {
      addresses = Arrays.copyOf(addresses, 2 * count);
    }
    addresses[count++] = address;
  }

  private boolean seen(long address) {
    for (int i = 0; i < count; i++) {
      if (addresses[i] == address) {
        return true;
      }
    }
    return false;
  }

  private Block end(InsnKind kind, int size, long at, boolean trap) {
    boolean trapped = trap && space.trap(at, code[0]);
    return new Block(
        Arrays.copyOf(addresses, count),
        kind,
        size,
        at + size + insn.displacement,
        Arrays.copyOf(code, size),
        trapped);
  }
}
