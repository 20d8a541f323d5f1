package dev.heisenbug.decode.event;

import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;

/**
 * Where libipt stands when following the code fails. It reads ahead over all packets that neither
 * decide a branch nor make an event, PSB+ included, and looks for the next PSB from there on; to
 * resume at the same places the same must be done here.
 */
final class ReadAhead {
  private ReadAhead() {}

  static long from(PacketReader source, long offset) {
    PacketReader r = source.copy();
    r.seek(offset);
    Packet p = new Packet();
    while (true) {
      long at = r.position();
      if (r.next(p) != null) {
        return at;
      }
      switch (p.type) {
        case PAD, TSC, TMA, MTC, CYC, FUP -> {}
        case PSB -> {
          long stop = header(r, p);
          if (stop != PASSED) {
            return stop == DAMAGED ? at : stop;
          }
        }
        default -> {
          return at;
        }
      }
    }
  }

  private static final long PASSED = -1;
  private static final long DAMAGED = -2;

  /** The offset of the PSBEND or OVF that status events wait for. */
  private static long header(PacketReader r, Packet p) {
    boolean events = false;
    while (true) {
      long at = r.position();
      if (r.next(p) != null) {
        return DAMAGED;
      }
      switch (p.type) {
        case PAD, TSC, TMA, MTC, CYC, FUP -> {}
        case MODE, PIP, VMCS, CBR, MNT -> events = true;
        case PSBEND -> {
          return events ? at : PASSED;
        }
        case OVF -> {
          return at;
        }
        default -> {
          return DAMAGED;
        }
      }
    }
  }
}
