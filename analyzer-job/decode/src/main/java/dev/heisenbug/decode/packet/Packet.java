package dev.heisenbug.decode.packet;

/**
 * One decoded packet, reused from packet to packet: a long trace has hundreds of millions, so none
 * is allocated.
 *
 * <p>Payload by type: {@code value} and {@code aux} hold TSC; MTC (ctc); CYC; CBR (ratio); VMCS
 * (base); MNT; PIP (cr3, non-root); TMA (ctc, fast counter); MODE (bits, leaf); PTW (payload, bytes
 * 4 or 8); MWAIT (hints, extensions); PWRE (state, sub-state); PWRX (last, deepest); CFE (vector,
 * type); EVD (payload, type); TRIG (instruction count, trigger bits); BBP (item bytes 4 or 8, block
 * type); BIP (payload, id).
 */
public final class Packet {
  /** Bit of {@link #flags}: a FUP with the instruction's address follows. */
  public static final int IP = 1;

  /** Bit of {@link #flags}: PWRE by hardware. */
  public static final int HARDWARE = 2;

  public static final int WAKE_INTERRUPT = 4;
  public static final int WAKE_STORE = 8;
  public static final int WAKE_AUTONOMOUS = 16;
  public static final int COUNT_VALID = 32;
  public static final int MULTIPLE = 64;

  public static final int LEAF_EXEC = 0;
  public static final int LEAF_TSX = 1;

  public PacketType type = PacketType.INVALID;
  public long offset;
  public int size;

  /** IP compression code of TIP*, FUP; 0 is a suppressed address. */
  public int ipc;

  public long ip;

  /** TNT bits, the oldest branch in the highest bit. */
  public long bits;

  public int bitCount;
  public long value;
  public int aux;
  public int flags;

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** MODE.Exec, CS.L. */
  public boolean csl() {
    return (value & 1) != 0;
  }

  /** MODE.Exec, CS.D. */
  public boolean csd() {
    return (value & 2) != 0;
  }

  /** MODE.Exec, RFLAGS.IF. */
  public boolean interruptFlag() {
    return (value & 4) != 0;
  }

  /** MODE.TSX, in a transaction. */
  public boolean inTransaction() {
    return (value & 1) != 0;
  }

  /** MODE.TSX, the transaction was aborted. */
  public boolean aborted() {
    return (value & 2) != 0;
  }

  public void copyFrom(Packet o) {
    type = o.type;
    offset = o.offset;
    size = o.size;
    ipc = o.ipc;
    ip = o.ip;
    bits = o.bits;
    bitCount = o.bitCount;
    value = o.value;
    aux = o.aux;
    flags = o.flags;
  }
}
