package dev.heisenbug.decode.vectors;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.CycleCalibration;
import dev.heisenbug.decode.event.TimeTracker;
import dev.heisenbug.decode.packet.Errata;
import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Lists packets the way libipt's ptdump does, so that its expectations can be compared. */
final class PtdumpNotation {
  private final String options;
  private final TimeTracker time;
  private final CycleCalibration calibration;
  private final List<String> lines = new ArrayList<>();
  private final Sideband sideband;
  private final MemorySegment data;
  private boolean inHeader;
  private long lastIp;
  private long lastTsc;
  private long lastRatio;

  PtdumpNotation(String options, MemorySegment data, Errata errata, Sideband sideband) {
    this.data = data;
    this.options = options;
    this.sideband = sideband;
    this.time = new TimeTracker(Vector.time(options));
    this.calibration = new CycleCalibration(Vector.time(options), errata.skl168());
  }

  private boolean on(String option) {
    return Vector.has(options, option);
  }

  List<String> list(Errata errata) {
    if (on("--cpu")) {
      lines.add("[0: failed to determine errata: unknown cpu]");
    }
    PacketReader reader = new PacketReader(data, 0, data.byteSize(), errata);
    Packet p = new Packet();
    boolean synced = on("--no-sync") || reader.syncForward(0);
    while (synced) {
      PtError e = reader.next(p);
      if (e == PtError.END_OF_STREAM) {
        break;
      }
      if (e != null) {
        lines.add(
            "["
                + Long.toHexString(reader.position())
                + ": error decoding packet: "
                + e.text()
                + "]");
        synced = reader.syncForward(0);
        continue;
      }
      print(p);
    }
    sideband.drain(lines);
    return lines;
  }

  private void print(Packet p) {
    if (p.type == dev.heisenbug.decode.packet.PacketType.CYC && on("--no-cyc")) {
      return;
    }
    if (p.type == dev.heisenbug.decode.packet.PacketType.TSC) {
      sideband.until(p.value, lines);
    }
    String tracking = tracking(p);
    String head = on("--no-offset") ? "" : String.format("%016x ", p.offset);
    if (on("--raw")) {
      head += HexFormat.of().formatHex(bytes(p)) + " ";
    }
    lines.add(head + name(p) + " " + payload(p) + " " + lastIp(p) + tracking);
  }

  private byte[] bytes(Packet p) {
    return data.asSlice(p.offset, p.size).toArray(ValueLayout.JAVA_BYTE);
  }

  private String lastIp(Packet p) {
    if (!on("--lastip")) {
      return "";
    }
    switch (p.type) {
      case FUP, TIP, TIP_PGE, TIP_PGD -> {
        int known = new int[] {0, 16, 32, 0, 48, 0, 64}[p.ipc];
        long mask = known == 64 ? -1 : (1L << known) - 1;
        lastIp = p.ipc == 3 ? p.ip << 16 >> 16 : lastIp & ~mask | p.ip;
        return String.format("ip %016x ", lastIp);
      }
      default -> {
        return "";
      }
    }
  }

  private String tracking(Packet p) {
    if (!on("--time") && !on("--tcal") && !on("--time-delta")) {
      return "";
    }
    boolean calibrate = !on("--no-tcal");
    boolean timed = true;
    boolean calibrated = true;
    switch (p.type) {
      case PSB -> {
        inHeader = true;
        calibration.psb();
        return "";
      }
      case PSBEND -> {
        inHeader = false;
        return "";
      }
      case TSC -> {
        if (calibrate && inHeader) {
          calibration.headerTsc(p.value);
        } else if (calibrate) {
          calibration.tsc(p.value);
        }
        time.tsc(p.value);
      }
      case CBR -> {
        if (calibrate && inHeader) {
          calibration.headerCbr((int) p.value);
        } else if (calibrate) {
          calibration.cbr((int) p.value);
        }
        timed = false;
      }
      case TMA -> {
        time.tma((int) p.value, p.aux);
        calibrated = false;
      }
      case MTC -> {
        if (calibrate) {
          calibration.mtc((int) p.value);
        }
        time.mtc((int) p.value);
      }
      case OVF -> {
        if (calibrate && !on("--keep-tcal-on-ovf")) {
          calibration.reset();
        }
        return "";
      }
      case CYC -> {
        long ratio = calibration.ratio();
        if (ratio == 0) {
          String at = Long.toHexString(p.offset);
          lines.add("[" + at + ": calibration error: no timing information]");
          lines.add("[" + at + ": error updating time: no calibration]");
        }
        calibration.cyc(p.value);
        time.cyc(p.value, ratio);
        calibrated = false;
      }
      default -> {
        return "";
      }
    }
    return on("--tcal") ? (calibrated ? ratio(p) : "") : timed ? tsc() : "";
  }

  private String tsc() {
    long now = time.tsc();
    if (!on("--time-delta")) {
      return String.format("tsc %016x", now);
    }
    long delta = now - lastTsc;
    lastTsc = now;
    return "tsc " + (delta < 0 ? "-" + Long.toHexString(-delta) : "+" + Long.toHexString(delta));
  }

  private String ratio(Packet p) {
    long now = calibration.ratio();
    if (now == 0) {
      lines.add("[" + Long.toHexString(p.offset) + ": error printing time: no timing information]");
      return "fcr <unavailable>";
    }
    long delta = now - lastRatio;
    lastRatio = now;
    long whole = Math.abs(delta) >> 8;
    long part = (Math.abs(delta) & 0xff) * 1000 >> 8;
    return String.format("fcr %s%x.%03d", delta < 0 ? "-" : "+", whole, part);
  }

  private static String name(Packet p) {
    if (p.type == dev.heisenbug.decode.packet.PacketType.MODE) {
      return p.aux == Packet.LEAF_EXEC ? "mode.exec" : "mode.tsx";
    }
    return p.type == dev.heisenbug.decode.packet.PacketType.INVALID
        ? "<invalid>"
        : p.type.listed().toLowerCase(java.util.Locale.ROOT);
  }

  private String payload(Packet p) {
    return switch (p.type) {
      case FUP, TIP, TIP_PGE, TIP_PGD -> ip(p);
      case TNT_8, TNT_64 -> tnt(p);
      case MODE -> mode(p);
      case PIP ->
          Long.toHexString(p.value)
              + (p.aux != 0 ? ", nr" : "")
              + String.format(" cr3 %016x", p.value);
      case VMCS -> Long.toHexString(p.value) + String.format(" vmcs %016x", p.value);
      case TMA -> Long.toHexString(p.value) + ", " + Integer.toHexString(p.aux);
      case TSC, CBR, MTC, CYC, MNT -> Long.toHexString(p.value);
      case EXSTOP -> p.has(Packet.IP) ? "ip" : "";
      case MWAIT -> String.format("%08x, %08x", p.value, p.aux);
      case PWRE ->
          String.format("c%d.%d", p.value + 1 & 0xf, p.aux + 1 & 0xf)
              + (p.has(Packet.HARDWARE) ? ", hw" : "");
      case PWRX -> wake(p) + String.format(": c%d, c%d", p.value + 1 & 0xf, p.aux + 1 & 0xf);
      case PTW ->
          (p.aux == 4 ? "0" : "1")
              + ": "
              + Long.toHexString(p.value)
              + (p.has(Packet.IP) ? ", ip" : "");
      case CFE -> cfe(p);
      case EVD -> p.aux + ": " + Long.toHexString(p.value);
      default -> "";
    };
  }

  private static String cfe(Packet p) {
    boolean vector =
        switch (p.aux) {
          case 1, 5, 9, 12, 14 -> true;
          default -> false;
        };
    String value = p.aux == 5 ? Long.toHexString(p.value) : Long.toString(p.value);
    return p.aux + (vector ? ": " + value : "") + (p.has(Packet.IP) ? ", ip" : "");
  }

  private static String wake(Packet p) {
    return p.has(Packet.WAKE_INTERRUPT) ? "int" : p.has(Packet.WAKE_STORE) ? "st" : "hw";
  }

  private static String ip(Packet p) {
    return p.ipc
        + ": "
        + switch (p.ipc) {
          case 0 -> "????????????????";
          case 1 -> String.format("????????????%04x", p.ip);
          case 2 -> String.format("????????%08x", p.ip);
          case 3 -> String.format("%016x", p.ip << 16 >> 16);
          case 4 -> String.format("????%012x", p.ip);
          default -> String.format("%016x", p.ip);
        };
  }

  private static String tnt(Packet p) {
    StringBuilder s = new StringBuilder();
    for (int i = p.bitCount - 1; i >= 0; i--) {
      s.append((p.bits >> i & 1) != 0 ? '!' : '.');
    }
    return s.toString();
  }

  private String mode(Packet p) {
    List<String> flags = new ArrayList<>();
    if (p.aux == Packet.LEAF_TSX) {
      if (p.inTransaction()) {
        flags.add("intx");
      }
      if (p.aborted()) {
        flags.add("abrt");
      }
      return String.join(", ", flags);
    }
    if (p.csd()) {
      flags.add("cs.d");
    }
    if (p.csl()) {
      flags.add("cs.l");
    }
    if (p.interruptFlag()) {
      flags.add("if");
    }
    String em = p.csl() ? "64-bit" : p.csd() ? "32-bit" : "16-bit";
    return String.join(", ", flags) + (on("--exec-mode") ? " em " + em : "");
  }
}
