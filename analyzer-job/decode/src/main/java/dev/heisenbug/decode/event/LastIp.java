package dev.heisenbug.decode.event;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;

/** The address that compressed IP packets are relative to. */
final class LastIp {
  private long ip;
  private boolean have;
  private boolean suppressed;

  void reset() {
    ip = 0;
    have = false;
    suppressed = false;
  }

  void copyFrom(LastIp o) {
    ip = o.ip;
    have = o.have;
    suppressed = o.suppressed;
  }

  void update(Packet p) {
    if (p.ipc == 0) {
      suppressed = true;
      return;
    }
    ip =
        switch (p.ipc) {
          case 1 -> ip & ~0xffffL | p.ip;
          case 2 -> ip & ~0xffffffffL | p.ip;
          case 3 -> p.ip << 16 >> 16;
          case 4 -> ip & ~0xffffffffffffL | p.ip;
          default -> p.ip;
        };
    have = true;
    suppressed = false;
  }

  boolean known() {
    return have && !suppressed;
  }

  long get() {
    return known() ? ip : 0;
  }

  PtError error() {
    return have ? PtError.IP_SUPPRESSED : PtError.NO_IP;
  }
}
