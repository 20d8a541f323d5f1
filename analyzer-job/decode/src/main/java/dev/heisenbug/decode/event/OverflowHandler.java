package dev.heisenbug.decode.event;

import static dev.heisenbug.decode.event.EventDecoder.EVENT;
import static dev.heisenbug.decode.event.EventDecoder.MORE;
import static dev.heisenbug.decode.event.EventQueue.FUP_BOUND;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;

/**
 * OVF: packets were lost. Where tracing goes on is told by a FUP (still on) or by anything else
 * that is not timing (off), except where an erratum says otherwise.
 */
final class OverflowHandler {
  private final EventDecoder d;
  private final OverflowErrata errata;

  OverflowHandler(EventDecoder decoder) {
    this.d = decoder;
    this.errata = new OverflowErrata(decoder);
  }

  /** What the packets after an OVF look like. */
  record Ahead(long fupEnd, PtError error) {
    static Ahead off() {
      return new Ahead(0, null);
    }

    static Ahead failed(PtError e) {
      return new Ahead(-1, e);
    }
  }

  int decode() {
    int pending = d.psbend();
    if (pending == EVENT) {
      return EVENT;
    }
    keepTimeOnly();
    Ahead ahead = findFup();
    if (ahead.fupEnd <= 0) {
      return withoutFup(ahead);
    }
    if (d.options.errata().apl12()) {
      int handled = errata.apl12(ahead.fupEnd);
      if (handled != MORE) {
        return handled;
      }
    }
    PtEvent ev = d.queue.enqueue(EventType.OVERFLOW, FUP_BOUND);
    d.clock.stamp(ev);
    return MORE;
  }

  private void keepTimeOnly() {
    Clock kept = new Clock(d.options);
    kept.copyFrom(d.clock);
    long size = d.packet.size;
    d.reset();
    d.packet.size = (int) size;
    d.clock.copyFrom(kept);
    if (d.options.keepCalibrationOnOverflow()) {
      d.clock.calibration.overflow();
    } else {
      d.clock.calibration.reset();
    }
  }

  private Ahead findFup() {
    PacketReader ahead = d.reader.copy();
    Packet p = new Packet();
    while (true) {
      PtError e = ahead.next(p);
      if (e != null) {
        return Ahead.failed(e);
      }
      switch (p.type) {
        case FUP -> {
          return new Ahead(ahead.position(), null);
        }
        case PAD, MNT, CBR, TSC, TMA, MTC, CYC, INVALID -> {}
        case PSBEND, TIP, TIP_PGD, TNT_8, TNT_64 -> {
          return Ahead.failed(PtError.BAD_CONTEXT);
        }
        default -> {
          return Ahead.off();
        }
      }
    }
  }

  private int withoutFup(Ahead ahead) {
    if (d.options.errata().skd010()) {
      int handled = errata.skd010();
      if (handled != MORE) {
        return handled;
      }
    }
    if (d.options.errata().apl11() && ahead.error == PtError.BAD_CONTEXT) {
      int handled = errata.apl11();
      if (handled != MORE) {
        return handled;
      }
    }
    if (ahead.error != null && ahead.error != PtError.END_OF_STREAM) {
      return d.fail(ahead.error);
    }
    PtEvent ev = d.standalone(EventType.OVERFLOW);
    ev.ipSuppressed = true;
    return d.publish(ev);
  }
}
