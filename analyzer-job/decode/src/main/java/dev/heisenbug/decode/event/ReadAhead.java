package dev.heisenbug.decode.event;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;

/**
 * Looks over all packets that neither decide a branch nor make an event, PSB+ included, up to the
 * next one that does, as libipt does before it uses a packet. What comes right before damage is
 * suspect itself (at the seam of a ring buffer both are remains), and decoding goes on from where
 * the look ended.
 */
final class ReadAhead {
  private static final long PASSED = -1;
  private static final long FAILED = -2;

  private final PacketReader r;
  private final Packet packet = new Packet();

  /** Where the look ended: at the next packet that counts, or at the damaged one. */
  long position;

  /** What is wrong there, or null. */
  PtError error;

  /** Looks at the same data as {@code source}. */
  ReadAhead(PacketReader source) {
    this.r = source.copy();
  }

  /** Looks ahead from {@code offset}; {@code fupBinds} when an event waits for a FUP. */
  void scan(long offset, boolean fupBinds) {
    r.seek(offset);
    error = null;
    while (true) {
      long at = r.position();
      position = at;
      PtError e = r.next(packet);
      if (e != null) {
        // A packet cut off at the end is no damage.
        error = e != PtError.END_OF_STREAM && r.decodedAhead(at) ? e : null;
        return;
      }
      switch (packet.type) {
        case PAD, TSC, TMA, MTC, CYC, INVALID, PSBEND, BBP, BIP -> {}
        case BEP -> fupBinds |= packet.has(Packet.IP);
        case FUP -> {
          if (fupBinds) {
            return;
          }
          if (packet.ipc == 0) {
            error = PtError.IP_SUPPRESSED;
            return;
          }
        }
        case PSB -> {
          long stop = header();
          if (stop == FAILED) {
            return;
          }
          if (stop != PASSED) {
            position = stop;
            return;
          }
        }
        default -> {
          return;
        }
      }
    }
  }

  /** The offset of the PSBEND or OVF that status events wait for. */
  private long header() {
    boolean events = false;
    while (true) {
      long at = r.position();
      PtError e = r.next(packet);
      if (e != null) {
        error = e == PtError.END_OF_STREAM ? null : e;
        return FAILED;
      }
      switch (packet.type) {
        case PAD, TSC, TMA, MTC, CYC, FUP, INVALID -> {}
        case MODE, PIP, VMCS, CBR, MNT -> events = true;
        case PSBEND -> {
          return events ? at : PASSED;
        }
        case OVF -> {
          return at;
        }
        default -> {
          error = PtError.BAD_CONTEXT;
          return FAILED;
        }
      }
    }
  }
}
