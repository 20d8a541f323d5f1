package dev.heisenbug.decode.event;

import static dev.heisenbug.decode.event.EventDecoder.FAILED;
import static dev.heisenbug.decode.event.EventDecoder.MORE;
import static dev.heisenbug.decode.event.EventQueue.PSBEND;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;

/**
 * Reads PSB+, the packets between PSB and PSBEND: a description of the current state, from which a
 * decoder starts and against which a running one checks itself.
 */
final class PsbHeader {
  private final EventDecoder d;

  /** Tracing was known to be on before the PSB, which rules out some errata. */
  private boolean before;

  PsbHeader(EventDecoder decoder) {
    this.d = decoder;
  }

  /** Reads up to PSBEND (or the OVF in its place) and queues the status events for it. */
  int read() {
    d.lastIp.reset();
    before = d.enabled;
    d.enabled = false;
    d.clock.calibration.psb();
    PtEvent status = d.queue.enqueue(EventType.IGNORE, PSBEND);
    status.statusUpdate = true;
    while (true) {
      d.fetch();
      PtError e = null;
      switch (d.packet.type) {
        case FUP -> e = fup();
        case MODE -> e = mode();
        case PIP -> e = pip();
        case VMCS -> e = queue(EventType.ASYNC_VMCS, d.packet.value, true);
        case MNT -> e = queue(EventType.MNT, d.packet.value, false);
        case CBR -> e = cbr();
        case TSC, TMA, MTC, CYC -> e = d.clock.apply(d.packet, true);
        case PSBEND -> {
          status.type = d.enabled ? EventType.ENABLED : EventType.DISABLED;
          status.ipSuppressed = !d.enabled;
          // A PSB+ without a FUP is no proof that tracing is off: some are not complete.
          d.enabled |= before;
          return MORE;
        }
        case OVF -> {
          // The FUP may be what was lost: then nothing is known of being enabled.
          if (d.enabled) {
            status.type = EventType.ENABLED;
          } else {
            d.queue.dequeue(PSBEND);
          }
          return MORE;
        }
        case INVALID -> e = d.fetchError();
        default -> e = PtError.BAD_CONTEXT;
      }
      if (e != null) {
        d.fail(e);
        return FAILED;
      }
    }
  }

  private PtError queue(EventType type, long value, boolean status) {
    PtEvent ev = d.queue.enqueue(type, PSBEND);
    if (ev == null) {
      return PtError.QUEUE_FULL;
    }
    ev.statusUpdate = status;
    ev.value = value;
    return null;
  }

  private PtError cbr() {
    PtError e = d.clock.apply(d.packet, true);
    return e != null ? e : queue(EventType.CBR, d.packet.value, true);
  }

  private PtError pip() {
    PtEvent ev = d.queue.enqueue(EventType.ASYNC_PAGING, PSBEND);
    if (ev == null) {
      return PtError.QUEUE_FULL;
    }
    ev.statusUpdate = true;
    ev.value = d.packet.value;
    ev.aux = d.packet.aux;
    return null;
  }

  private PtError fup() {
    boolean enabled = d.packet.ipc != 0;
    if (before || d.enabled) {
      enabled |= d.enabled;
    } else if (enabled && d.options.errata().bdm70() && tipPgeFollows()) {
      enabled = false;
    } else if (enabled && d.options.errata().tolerant() && samePgeFollows()) {
      enabled = false;
    }
    d.enabled = enabled;
    if (enabled) {
      d.lastIp.update(d.packet);
    }
    return null;
  }

  /** BDM70: PSB+ may have a FUP although tracing is off; a TIP.PGE then comes next. */
  private boolean tipPgeFollows() {
    return nextBranchPacket() != null;
  }

  /** The same on a processor nobody named: only when the TIP.PGE has the FUP's own address. */
  private boolean samePgeFollows() {
    Packet pge = nextBranchPacket();
    return pge != null && pge.ipc == d.packet.ipc && pge.ip == d.packet.ip;
  }

  private Packet nextBranchPacket() {
    PacketReader ahead = d.reader.copy();
    Packet p = new Packet();
    while (ahead.next(p) == null) {
      switch (p.type) {
        case TIP_PGE -> {
          return p;
        }
        case PAD, TSC, CBR, PSBEND, PIP, MODE, VMCS, TMA, MTC, CYC, MNT -> {}
        default -> {
          return null;
        }
      }
    }
    return null;
  }

  private PtError mode() {
    Packet p = d.packet;
    if (p.aux == Packet.LEAF_TSX) {
      PtEvent ev = d.queue.enqueue(EventType.TSX, PSBEND);
      if (ev == null) {
        return PtError.QUEUE_FULL;
      }
      ev.statusUpdate = true;
      StateEvents.tsx(ev, p);
      return null;
    }
    d.execModeValid = true;
    d.interruptFlag = p.interruptFlag();
    d.csd = p.csd();
    d.csl = p.csl();
    PtError e = queue(EventType.EXEC_MODE, ExecMode.of(p.csl(), p.csd()), true);
    if (e == null && d.options.interruptFlagEvents()) {
      e = queue(EventType.IFLAGS, p.interruptFlag() ? 1 : 0, true);
    }
    return e;
  }
}
