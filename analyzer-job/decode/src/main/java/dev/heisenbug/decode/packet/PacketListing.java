package dev.heisenbug.decode.packet;

import dev.heisenbug.decode.PtError;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

/**
 * Writes a trace packet by packet: {@code offset name payload}, PAD left out, from the first PSB.
 * After bytes that are no packet the listing goes on at the next PSB.
 */
public final class PacketListing {
  private final Map<PacketType, Long> counts = new EnumMap<>(PacketType.class);
  private long tntBits;
  private long errors;

  /**
   * Lists {@code data} from {@code begin} to {@code end}; {@code out} may be null to only count.
   */
  public void list(MemorySegment data, long begin, long end, Errata errata, Appendable out)
      throws IOException {
    PacketReader reader = new PacketReader(data, begin, end, errata);
    Packet p = new Packet();
    StringBuilder line = new StringBuilder();
    boolean synced = reader.syncForward(begin);
    while (synced) {
      PtError e = reader.next(p);
      if (e == PtError.END_OF_STREAM) {
        return;
      }
      if (e != null) {
        errors++;
        write(out, line.append(hex6(reader.position())).append(" ? ").append(e.text()));
        synced = reader.syncForward(begin);
        continue;
      }
      counts.merge(p.type, 1L, Long::sum);
      if (p.type == PacketType.TNT_8 || p.type == PacketType.TNT_64) {
        tntBits += p.bitCount;
      }
      if (p.type != PacketType.PAD && out != null) {
        write(out, line.append(describe(p)));
      }
    }
  }

  /** How many packets of each type were seen. */
  public Map<PacketType, Long> counts() {
    return counts;
  }

  public long tntBits() {
    return tntBits;
  }

  public long errors() {
    return errors;
  }

  private static void write(Appendable out, StringBuilder line) throws IOException {
    if (out != null) {
      out.append(line.append('\n'));
    }
    line.setLength(0);
  }

  private static String hex6(long offset) {
    return String.format("%06x", offset);
  }

  /** One packet as a line of the listing, without the line end. */
  public static String describe(Packet p) {
    String head = hex6(p.offset) + " " + p.type.listed();
    String payload = payload(p);
    return payload.isEmpty() ? head : head + " " + payload;
  }

  private static String payload(Packet p) {
    return switch (p.type) {
      case PAD, PSB, PSBEND, STOP, OVF, INVALID -> "";
      case FUP, TIP, TIP_PGE, TIP_PGD -> "ipc=" + p.ipc + " " + Long.toHexString(p.ip);
      case TNT_8, TNT_64 -> tnt(p);
      case MODE ->
          p.aux == Packet.LEAF_EXEC
              ? "exec csl=" + bit(p.csl()) + " csd=" + bit(p.csd())
              : "tsx intx=" + bit(p.inTransaction()) + " abrt=" + bit(p.aborted());
      case PIP -> "cr3=" + Long.toHexString(p.value) + " nr=" + p.aux;
      case TMA -> "ctc=" + Long.toHexString(p.value) + " fc=" + Integer.toHexString(p.aux);
      case CBR -> Long.toString(p.value);
      case VMCS, TSC, MTC, CYC, MNT -> Long.toHexString(p.value);
      case EXSTOP -> p.has(Packet.IP) ? "ip" : "";
      case MWAIT -> Long.toHexString(p.value) + " " + Integer.toHexString(p.aux);
      case PWRE -> "c" + p.value + "." + p.aux + (p.has(Packet.HARDWARE) ? " hw" : "");
      case PWRX -> wake(p) + "c" + p.value + " c" + p.aux;
      case PTW -> p.aux + " " + Long.toHexString(p.value) + (p.has(Packet.IP) ? " ip" : "");
      case CFE -> p.aux + " " + p.value + (p.has(Packet.IP) ? " ip" : "");
      case EVD -> p.aux + " " + Long.toHexString(p.value);
      case BBP -> p.aux + " " + p.value;
      case BIP -> Integer.toHexString(p.aux) + " " + Long.toHexString(p.value);
      case BEP -> p.has(Packet.IP) ? "ip" : "";
      case TRIG ->
          Integer.toHexString(p.aux)
              + (p.has(Packet.COUNT_VALID) ? " icnt=" + p.value : "")
              + (p.has(Packet.IP) ? " ip" : "")
              + (p.has(Packet.MULTIPLE) ? " mult" : "");
    };
  }

  private static String wake(Packet p) {
    return (p.has(Packet.WAKE_INTERRUPT) ? "int " : "")
        + (p.has(Packet.WAKE_STORE) ? "st " : "")
        + (p.has(Packet.WAKE_AUTONOMOUS) ? "hw " : "");
  }

  private static String tnt(Packet p) {
    StringBuilder s = new StringBuilder(p.bitCount);
    for (int i = p.bitCount - 1; i >= 0; i--) {
      s.append((p.bits >> i & 1) != 0 ? 'T' : 'N');
    }
    return s.toString();
  }

  private static char bit(boolean b) {
    return b ? '1' : '0';
  }
}
