package dev.heisenbug.decode.event;

import static dev.heisenbug.decode.event.EventDecoder.MORE;
import static dev.heisenbug.decode.event.EventQueue.FUP;
import static dev.heisenbug.decode.event.EventQueue.FUP_BOUND;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;

/** Event tracing: CFE packets (interrupts, VM transitions and so on) and the EVDs before them. */
final class EventTrace {
  private static final int EVD_CR2 = 0;
  private static final int EVD_VMXQ = 1;
  private static final int EVD_VMXR = 2;

  private final EventDecoder d;

  EventTrace(EventDecoder decoder) {
    this.d = decoder;
  }

  /** What becomes of a CFE whose type has no address of its own while tracing is on. */
  private enum Unbound {
    WAIT_FOR_FUP,
    STAND_ALONE
  }

  int cfe() {
    PtEvent data = d.queue.dequeue(EventQueue.CFE);
    EventType type =
        switch (d.packet.aux) {
          case 0x01 -> EventType.INTERRUPT;
          case 0x02 -> EventType.IRET;
          case 0x03 -> EventType.SMI;
          case 0x04 -> EventType.RSM;
          case 0x05 -> EventType.SIPI;
          case 0x06 -> EventType.INIT;
          case 0x07 -> EventType.VMENTRY;
          case 0x08, 0x09 -> EventType.VMEXIT;
          case 0x0a -> EventType.SHUTDOWN;
          case 0x0c -> EventType.UINTR;
          case 0x0d -> EventType.UIRET;
          case 0x0e -> EventType.SWINTR;
          case 0x0f -> EventType.SYSCALL;
          default -> EventType.IGNORE;
        };
    if (data != null && data.type != type) {
      return d.fail(PtError.BAD_CONTEXT);
    }
    return switch (type) {
      case IGNORE -> unknown();
      case RSM, SIPI -> withoutAddress(type);
      case IRET, VMENTRY, SHUTDOWN, UIRET, SYSCALL -> place(type, data, Unbound.STAND_ALONE);
      default -> place(type, data, Unbound.WAIT_FOR_FUP);
    };
  }

  /** An unknown type tells us nothing we need, but its FUP must not be taken for something else. */
  private int unknown() {
    return d.packet.has(Packet.IP) ? d.defer(EventType.IGNORE, FUP_BOUND) : MORE;
  }

  private int withoutAddress(EventType type) {
    if (d.packet.has(Packet.IP)) {
      return d.fail(PtError.BAD_PACKET);
    }
    PtEvent ev = d.enabled ? d.queue.enqueue(type, FUP) : d.standalone(type);
    if (ev == null) {
      return d.fail(PtError.QUEUE_FULL);
    }
    ev.ipSuppressed = true;
    ev.aux = (int) d.packet.value;
    return d.enabled ? MORE : d.publish(ev);
  }

  private int place(EventType type, PtEvent data, Unbound unbound) {
    boolean ip = d.packet.has(Packet.IP);
    boolean wait = ip || d.enabled && unbound == Unbound.WAIT_FOR_FUP;
    PtEvent ev = wait ? d.queue.enqueue(type, ip ? FUP_BOUND : FUP) : d.standalone.clear(type);
    if (ev == null) {
      return d.fail(PtError.QUEUE_FULL);
    }
    if (data != null) {
      ev.copyFrom(data);
    }
    ev.aux = (int) d.packet.value;
    if (type != EventType.VMEXIT || d.packet.aux == 0x09) {
      ev.flags |= PtEvent.HAS_VECTOR;
    }
    if (wait) {
      return MORE;
    }
    d.clock.stamp(ev);
    ev.ipSuppressed = true;
    return d.publish(ev);
  }

  int evd() {
    PtEvent ev = d.queue.peek(EventQueue.CFE);
    long payload = d.packet.value;
    switch (d.packet.aux) {
      case EVD_CR2 -> {
        if (ev != null) {
          return d.fail(PtError.BAD_CONTEXT);
        }
        ev = d.queue.enqueue(EventType.INTERRUPT, EventQueue.CFE);
        return ev == null ? d.fail(PtError.QUEUE_FULL) : note(ev, PtEvent.HAS_CR2, payload);
      }
      case EVD_VMXQ -> {
        return vmexit(ev, PtEvent.HAS_VMXQ, payload);
      }
      case EVD_VMXR -> {
        return vmexit(ev, PtEvent.HAS_VMXR, payload);
      }
      default -> {
        return MORE;
      }
    }
  }

  private int vmexit(PtEvent waiting, int flag, long payload) {
    PtEvent ev = waiting;
    if (ev == null) {
      ev = d.queue.enqueue(EventType.VMEXIT, EventQueue.CFE);
      if (ev == null) {
        return d.fail(PtError.QUEUE_FULL);
      }
    }
    if (ev.type != EventType.VMEXIT || ev.has(flag)) {
      return d.fail(PtError.BAD_CONTEXT);
    }
    return note(ev, flag, payload);
  }

  private static int note(PtEvent ev, int flag, long payload) {
    ev.flags |= flag;
    if (flag == PtEvent.HAS_VMXR) {
      ev.value2 = payload;
    } else {
      ev.value = payload;
    }
    return MORE;
  }
}
