package dev.heisenbug.decode.flow;

/** How a block of code ends. */
public enum Exit {
  /** A conditional branch: one TNT bit. */
  CONDITIONAL,
  /** A near return: a TNT bit when compressed, else a TIP. */
  RETURN,
  /** A near indirect call: a TIP, and a return address to remember. */
  INDIRECT_CALL,
  /** An indirect jump or a far transfer: a TIP. */
  INDIRECT,
  /** The block was cut for its length; the next one is known. */
  CONTINUE,
  /** The next instruction cannot be read or decoded. */
  ERROR
}
