package dev.heisenbug.decode.event;

import static dev.heisenbug.decode.event.EventDecoder.MORE;
import static dev.heisenbug.decode.event.EventQueue.EXSTOP;
import static dev.heisenbug.decode.event.EventQueue.FUP;
import static dev.heisenbug.decode.event.EventQueue.FUP_BOUND;
import static dev.heisenbug.decode.event.EventQueue.TIP;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;

/** Packets about the state of the processor outside PSB+: modes, paging, power, PTWRITE. */
final class StateEvents {
  private final EventDecoder d;

  StateEvents(EventDecoder decoder) {
    this.d = decoder;
  }

  static void tsx(PtEvent ev, Packet p) {
    ev.flags = (p.inTransaction() ? PtEvent.SPECULATIVE : 0) | (p.aborted() ? PtEvent.ABORTED : 0);
  }

  int mode() {
    return d.packet.aux == Packet.LEAF_EXEC ? exec() : tsx();
  }

  private int exec() {
    Packet p = d.packet;
    int binding = TIP | FUP_BOUND;
    boolean changed = false;
    if (!d.execModeValid || d.csl != p.csl() || d.csd != p.csd()) {
      PtEvent ev = d.queue.enqueue(EventType.EXEC_MODE, binding);
      if (ev == null) {
        return d.fail(PtError.QUEUE_FULL);
      }
      ev.value = ExecMode.of(p.csl(), p.csd());
      d.csl = p.csl();
      d.csd = p.csd();
      changed = true;
    }
    if (d.options.interruptFlagEvents()
        && (!d.execModeValid || d.interruptFlag != p.interruptFlag())) {
      PtEvent ev = d.queue.enqueue(EventType.IFLAGS, binding);
      if (ev == null) {
        return d.fail(PtError.QUEUE_FULL);
      }
      ev.value = p.interruptFlag() ? 1 : 0;
      d.interruptFlag = p.interruptFlag();
      changed = true;
    }
    if (!changed && d.queue.enqueue(EventType.IGNORE, binding) == null) {
      return d.fail(PtError.QUEUE_FULL);
    }
    d.execModeValid = true;
    return MORE;
  }

  private int tsx() {
    Packet p = d.packet;
    if (d.enabled) {
      PtEvent ev = d.queue.enqueue(EventType.TSX, p.aborted() ? FUP : FUP_BOUND);
      if (ev == null) {
        return d.fail(PtError.QUEUE_FULL);
      }
      tsx(ev, p);
      return MORE;
    }
    PtEvent ev = d.standalone(EventType.TSX);
    tsx(ev, p);
    ev.ipSuppressed = true;
    return d.publish(ev);
  }

  int pip() {
    Packet p = d.packet;
    boolean async = d.queue.find(TIP, EventType.ASYNC_BRANCH) != null;
    PtEvent ev =
        async ? d.queue.enqueue(EventType.ASYNC_PAGING, TIP) : d.standalone(EventType.PAGING);
    if (ev == null) {
      return d.fail(PtError.QUEUE_FULL);
    }
    ev.value = p.value;
    ev.aux = p.aux;
    return async ? MORE : d.publish(ev);
  }

  int vmcs() {
    long base = d.packet.value;
    PtEvent paging = d.queue.find(TIP, EventType.ASYNC_PAGING);
    if (paging != null) {
      // VMCS is reported before the PIP of the same branch.
      PtEvent moved = d.queue.enqueue(EventType.ASYNC_PAGING, TIP);
      if (moved == null) {
        return d.fail(PtError.QUEUE_FULL);
      }
      moved.copyFrom(paging);
      paging.clear(EventType.ASYNC_VMCS).value = base;
      return MORE;
    }
    if (d.queue.find(TIP, EventType.ASYNC_BRANCH) != null) {
      PtEvent ev = d.queue.enqueue(EventType.ASYNC_VMCS, TIP);
      if (ev == null) {
        return d.fail(PtError.QUEUE_FULL);
      }
      ev.value = base;
      return MORE;
    }
    PtEvent ev = d.standalone(EventType.VMCS);
    ev.value = base;
    return d.publish(ev);
  }

  int cbr() {
    PtError e = d.clock.apply(d.packet, false);
    if (e != null) {
      return d.fail(e);
    }
    PtEvent ev = d.standalone(EventType.CBR);
    ev.value = d.packet.value;
    return d.publish(ev);
  }

  int mnt() {
    PtEvent ev = d.standalone(EventType.MNT);
    ev.value = d.packet.value;
    return d.publish(ev);
  }

  int exstop() {
    boolean ip = d.packet.has(Packet.IP);
    PtEvent mwait = d.queue.dequeue(EXSTOP);
    if (mwait != null) {
      if (!ip) {
        // Both stand alone: first the MWAIT, and this packet again for the EXSTOP.
        mwait.ipSuppressed = true;
        d.clock.stamp(mwait);
        return d.publishAndStay(mwait);
      }
      PtEvent again = d.queue.enqueue(EventType.MWAIT, FUP_BOUND);
      if (again == null) {
        return d.fail(PtError.QUEUE_FULL);
      }
      again.copyFrom(mwait);
    }
    if (ip) {
      return d.defer(EventType.EXSTOP, FUP_BOUND);
    }
    PtEvent ev = d.standalone(EventType.EXSTOP);
    ev.ipSuppressed = true;
    return d.publish(ev);
  }

  int mwait() {
    PtEvent ev = d.queue.enqueue(EventType.MWAIT, EXSTOP);
    if (ev == null) {
      return d.fail(PtError.QUEUE_FULL);
    }
    ev.value = d.packet.value;
    ev.aux = d.packet.aux;
    return MORE;
  }

  int pwre() {
    PtEvent ev = d.standalone(EventType.PWRE);
    ev.value = d.packet.value;
    ev.aux = d.packet.aux;
    ev.flags = d.packet.has(Packet.HARDWARE) ? PtEvent.HARDWARE : 0;
    return d.publish(ev);
  }

  int pwrx() {
    Packet p = d.packet;
    PtEvent ev = d.standalone(EventType.PWRX);
    ev.value = p.value;
    ev.aux = p.aux;
    ev.flags =
        (p.has(Packet.WAKE_INTERRUPT) ? PtEvent.WAKE_INTERRUPT : 0)
            | (p.has(Packet.WAKE_STORE) ? PtEvent.WAKE_STORE : 0)
            | (p.has(Packet.WAKE_AUTONOMOUS) ? PtEvent.WAKE_AUTONOMOUS : 0);
    return d.publish(ev);
  }

  int ptw() {
    Packet p = d.packet;
    boolean ip = p.has(Packet.IP);
    PtEvent ev =
        ip ? d.queue.enqueue(EventType.PTWRITE, FUP_BOUND) : d.standalone(EventType.PTWRITE);
    if (ev == null) {
      return d.fail(PtError.QUEUE_FULL);
    }
    ev.value = p.value;
    ev.aux = p.aux;
    if (ip) {
      return MORE;
    }
    ev.ipSuppressed = true;
    return d.publish(ev);
  }

  int trig() {
    Packet p = d.packet;
    boolean ip = p.has(Packet.IP);
    boolean counted = p.has(Packet.COUNT_VALID);
    if (ip && (!counted || p.value != 0) || counted && p.value != 0 && !d.enabled) {
      return d.fail(PtError.BAD_PACKET);
    }
    PtEvent ev = ip ? d.queue.enqueue(EventType.TRIG, FUP_BOUND) : d.standalone(EventType.TRIG);
    if (ev == null) {
      return d.fail(PtError.QUEUE_FULL);
    }
    ev.aux = p.aux;
    ev.flags = p.has(Packet.MULTIPLE) ? PtEvent.MULTIPLE : 0;
    if (ip) {
      return MORE;
    }
    ev.value = p.value;
    ev.ipSuppressed = !counted;
    return d.publish(ev);
  }

  /** Samples inside the trace are passed over, together with the FUP that places them. */
  int bep() {
    return d.packet.has(Packet.IP) ? d.defer(EventType.IGNORE, FUP_BOUND) : MORE;
  }
}
