package dev.heisenbug.decode.event;

import static dev.heisenbug.decode.event.EventDecoder.EVENT;
import static dev.heisenbug.decode.event.EventDecoder.MORE;
import static dev.heisenbug.decode.event.EventQueue.FUP_BOUND;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;
import dev.heisenbug.decode.packet.PacketType;

/**
 * Errata that spoil what follows an OVF. Each handler looks ahead for proof that its erratum has
 * struck; without proof it answers {@code MORE} and the normal rule applies.
 */
final class OverflowErrata {
  private final EventDecoder d;

  OverflowErrata(EventDecoder decoder) {
    this.d = decoder;
  }

  /** SKD010: the FUP after the OVF may be missing although tracing is on. */
  int skd010() {
    PacketReader ahead = d.reader.copy();
    Clock clock = new Clock(d.options);
    clock.copyFrom(d.clock);
    Packet p = new Packet();
    Packet tsx = null;
    while (true) {
      PtError e = ahead.next(p);
      if (e != null) {
        return e == PtError.END_OF_STREAM ? MORE : d.fail(e);
      }
      switch (p.type) {
        case TIP_PGE, TNT_8, TNT_64, OVF, STOP, MWAIT, INVALID -> {
          return MORE;
        }
        case TIP_PGD -> {
          return resumeDisabled(ahead, p, clock);
        }
        case MODE -> {
          if (p.aux == Packet.LEAF_TSX) {
            if (tsx != null) {
              return MORE;
            }
            tsx = new Packet();
            tsx.copyFrom(p);
          }
        }
        case FUP -> {
          return resumeAtFup(ahead, p, clock, tsx);
        }
        case TIP -> {
          resumeAt(ahead, p, p, clock);
          d.fetch();
          return EVENT;
        }
        case PSB -> {
          Packet fup = new Packet();
          int found = headerFup(ahead, fup);
          if (found != EVENT) {
            return found;
          }
          return resumeAt(ahead, p, fup, clock);
        }
        case PSBEND -> {
          return d.fail(PtError.BAD_CONTEXT);
        }
        case EXSTOP, PTW, CFE -> {
          if (p.has(Packet.IP)) {
            return MORE;
          }
        }
        case TSC, CBR, TMA, MTC, CYC -> {
          PtError bad = clock.apply(p, false);
          if (bad != null) {
            return d.fail(bad);
          }
        }
        default -> {}
      }
    }
  }

  private int resumeAtFup(PacketReader ahead, Packet p, Clock clock, Packet tsx) {
    if (tsx != null) {
      PtEvent ev = d.queue.enqueue(EventType.TSX, FUP_BOUND);
      StateEvents.tsx(ev, tsx);
    }
    return resumeAt(ahead, p, p, clock);
  }

  /** Goes on, tracing enabled, at packet {@code p} with the address of {@code ip}. */
  private int resumeAt(PacketReader ahead, Packet p, Packet ip, Clock clock) {
    d.lastIp.update(ip);
    PtEvent ev = d.standalone(EventType.OVERFLOW);
    moveTo(ahead, p, clock);
    d.enabled = true;
    d.setIp(ev);
    return d.publishAndStay(ev);
  }

  private int resumeDisabled(PacketReader ahead, Packet p, Clock clock) {
    PtEvent ev = d.standalone(EventType.OVERFLOW);
    ev.ipSuppressed = true;
    moveTo(ahead, p, clock);
    return d.publish(ev);
  }

  private void moveTo(PacketReader ahead, Packet p, Clock clock) {
    d.reader.moveTo(ahead);
    d.packet.copyFrom(p);
    d.clock.copyFrom(clock);
  }

  /** EVENT: {@code fup} is the FUP of this PSB+; MORE: there is none or nobody can tell. */
  private int headerFup(PacketReader psb, Packet fup) {
    PacketReader ahead = psb.copy();
    while (true) {
      PtError e = ahead.next(fup);
      if (e != null) {
        return e == PtError.END_OF_STREAM ? MORE : d.fail(e);
      }
      switch (fup.type) {
        case FUP -> {
          return EVENT;
        }
        case MODE, PIP, VMCS, MNT, TSC, CBR, TMA, MTC, CYC, PAD, INVALID -> {}
        case PSBEND, OVF -> {
          return MORE;
        }
        default -> {
          return d.fail(PtError.BAD_CONTEXT);
        }
      }
    }
  }

  /** APL11: an extra TIP.PGD after an OVF that ended with tracing off. */
  int apl11() {
    PacketReader ahead = d.reader.copy();
    Clock clock = new Clock(d.options);
    clock.copyFrom(d.clock);
    Packet p = new Packet();
    while (true) {
      PtError e = ahead.next(p);
      if (e != null) {
        return d.fail(e);
      }
      switch (p.type) {
        case TIP_PGD -> {
          return resumeDisabled(ahead, p, clock);
        }
        case TSC, CBR, TMA, MTC, CYC -> {
          PtError bad = clock.apply(p, false);
          if (bad != null) {
            return d.fail(bad);
          }
        }
        case PAD, MNT, CFE, EVD, TRIG -> {}
        default -> {
          return MORE;
        }
      }
    }
  }

  /** APL12: an extra FUP after an OVF that ended with tracing off. */
  int apl12(long fupEnd) {
    PacketReader ahead = d.reader.copy();
    ahead.skip(fupEnd - ahead.position());
    Packet p = new Packet();
    while (true) {
      PtError e = ahead.next(p);
      if (e != null) {
        return e == PtError.END_OF_STREAM ? MORE : d.fail(e);
      }
      switch (p.type) {
        case TNT_8, TNT_64, TIP, TIP_PGD, PSBEND, OVF, INVALID -> {
          return MORE;
        }
        case PSB -> {
          Packet fup = new Packet();
          int found = headerFup(ahead, fup);
          if (found == MORE && (fup.type == PacketType.PSBEND || fup.type == PacketType.OVF)) {
            return skipFup(fupEnd);
          }
          return found == EVENT ? MORE : found;
        }
        case STOP, TIP_PGE -> {
          return skipFup(fupEnd);
        }
        default -> {}
      }
    }
  }

  private int skipFup(long fupEnd) {
    while (d.reader.position() < fupEnd) {
      PtError e = d.reader.next(d.packet);
      if (e == null && d.reader.position() < fupEnd) {
        e = d.clock.apply(d.packet, false);
      }
      if (e != null) {
        return d.fail(e);
      }
    }
    PtEvent ev = d.standalone(EventType.OVERFLOW);
    ev.ipSuppressed = true;
    return d.publish(ev);
  }
}
