package dev.heisenbug.nativerec.trace;

import dev.heisenbug.formats.x86.InsnKind;

/**
 * Instructions that run one after the other without a choice, direct jumps and calls included, up
 * to the first whose successor the trace must tell.
 *
 * @param addresses of all instructions, the last one included
 * @param kind of the last instruction
 * @param size of the last instruction
 * @param target of the last instruction if it is a direct branch
 * @param code of the last instruction
 * @param trapped whether a breakpoint stands on the last instruction
 */
record Block(long[] addresses, InsnKind kind, int size, long target, byte[] code, boolean trapped) {
  int count() {
    return addresses.length;
  }

  long start() {
    return addresses[0];
  }

  long last() {
    return addresses[addresses.length - 1];
  }

  /** Where execution goes on when the last instruction does not branch. */
  long next() {
    return last() + size;
  }

  /** How many instructions run before {@code ip} is reached; -1 when it is not in the block. */
  int before(long ip) {
    for (int i = 0; i < addresses.length; i++) {
      if (addresses[i] == ip) {
        return i;
      }
    }
    return -1;
  }
}
