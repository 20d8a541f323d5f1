package dev.heisenbug.decode.event;

/**
 * One event with its time, reused from event to event.
 *
 * <p>Payload by type: {@code ip} is where the event binds (or a branch goes), {@code from} where an
 * asynchronous branch or disable happened. {@code value} and {@code aux} hold CR3 and non-root;
 * VMCS base; core:bus ratio; execution mode; MNT and PTWRITE payload (aux: bytes); MWAIT hints and
 * extensions; PWRE state and sub-state; PWRX last and deepest; vectors; CR2; the interrupt flag.
 */
public final class PtEvent {
  /** Bits of {@link #flags}. */
  public static final int SPECULATIVE = 1;

  public static final int ABORTED = 2;
  public static final int RESUMED = 4;
  public static final int HARDWARE = 8;
  public static final int WAKE_INTERRUPT = 16;
  public static final int WAKE_STORE = 32;
  public static final int WAKE_AUTONOMOUS = 64;
  public static final int HAS_CR2 = 128;
  public static final int HAS_VECTOR = 256;
  public static final int HAS_VMXQ = 512;
  public static final int HAS_VMXR = 1024;
  public static final int MULTIPLE = 2048;

  public EventType type = EventType.IGNORE;

  /** Offset of the packet that made it. */
  public long offset;

  public boolean ipSuppressed;
  public boolean statusUpdate;
  public boolean hasTsc;
  public long tsc;
  public int lostMtc;
  public int lostCyc;
  public long ip;
  public long from;
  public long value;
  public long value2;
  public int aux;
  public int flags;

  /** TNT bits, oldest highest. */
  public long bits;

  public int bitCount;

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  PtEvent clear(EventType newType) {
    type = newType;
    offset = 0;
    ipSuppressed = false;
    statusUpdate = false;
    hasTsc = false;
    tsc = 0;
    lostMtc = 0;
    lostCyc = 0;
    ip = 0;
    from = 0;
    value = 0;
    value2 = 0;
    aux = 0;
    flags = 0;
    bits = 0;
    bitCount = 0;
    return this;
  }

  public void copyFrom(PtEvent o) {
    type = o.type;
    offset = o.offset;
    ipSuppressed = o.ipSuppressed;
    statusUpdate = o.statusUpdate;
    hasTsc = o.hasTsc;
    tsc = o.tsc;
    lostMtc = o.lostMtc;
    lostCyc = o.lostCyc;
    ip = o.ip;
    from = o.from;
    value = o.value;
    value2 = o.value2;
    aux = o.aux;
    flags = o.flags;
    bits = o.bits;
    bitCount = o.bitCount;
  }
}
