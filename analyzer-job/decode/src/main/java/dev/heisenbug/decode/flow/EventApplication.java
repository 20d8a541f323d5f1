package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.ExecMode;
import dev.heisenbug.decode.event.PtEvent;

/** What an event changes in the state of the flow, and whether it contradicts that state. */
final class EventApplication {
  private final FlowDecoder d;

  EventApplication(FlowDecoder decoder) {
    this.d = decoder;
  }

  PtError apply(PtEvent ev) {
    return switch (ev.type) {
      case ENABLED -> enabled(ev);
      case DISABLED, ASYNC_DISABLED -> disabled(ev);
      case ASYNC_BRANCH -> {
        if (!d.enabled) {
          yield PtError.BAD_CONTEXT;
        }
        d.cursor.moveTo(ev.ip);
        yield null;
      }
      case OVERFLOW -> {
        d.enabled = !ev.ipSuppressed;
        d.cursor.moveTo(ev.ipSuppressed ? 0 : ev.ip);
        yield null;
      }
      case EXEC_MODE -> execMode(ev);
      case STOP -> d.enabled ? PtError.BAD_CONTEXT : null;
      default -> null;
    };
  }

  /** Changes that hold only for the code after the event. */
  void afterDelivery(PtEvent ev) {
    switch (ev.type) {
      case TSX -> d.out.speculative = ev.has(PtEvent.SPECULATIVE);
      case OVERFLOW -> d.out.speculative = false;
      default -> {}
    }
  }

  private PtError enabled(PtEvent ev) {
    // PSB+ may claim that tracing is on before the TIP.PGE that turns it on (BDM70 and others).
    if (ev.statusUpdate) {
      return null;
    }
    if (ev.ipSuppressed) {
      return PtError.NO_IP;
    }
    if (d.enabled) {
      return PtError.BAD_CONTEXT;
    }
    if (ev.ip == d.cursor.ip) {
      ev.flags |= PtEvent.RESUMED;
    }
    d.cursor.moveTo(ev.ip);
    d.enabled = true;
    return null;
  }

  private PtError disabled(PtEvent ev) {
    if (ev.statusUpdate) {
      return null;
    }
    if (!d.enabled) {
      return PtError.BAD_CONTEXT;
    }
    d.enabled = false;
    return null;
  }

  private PtError execMode(PtEvent ev) {
    int mode = (int) ev.value;
    int known = d.cursor.mode;
    if (ev.statusUpdate && d.enabled && known != ExecMode.UNKNOWN && known != mode) {
      return PtError.BAD_STATUS_UPDATE;
    }
    d.cursor.setMode(mode);
    return null;
  }
}
