package dev.heisenbug.decode.libipt;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowDecoder;
import dev.heisenbug.decode.flow.FlowOptions;
import dev.heisenbug.decode.flow.FlowSink;
import dev.heisenbug.decode.packet.Errata;
import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;
import dev.heisenbug.decode.packet.PacketType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** What our decoder says about a trace, in the words of the peer. */
final class OurLines implements FlowSink {
  /** The trace has something that libipt 2.0 does not know: the packets of event trace. */
  static final String NEWER = "newer";

  private final List<String> lines = new ArrayList<>();
  private final boolean everything;
  private long hash;
  private long count;
  private boolean running;
  private boolean inHeader;
  private boolean modeWaits;

  private OurLines(boolean everything) {
    this.everything = everything;
  }

  static List<String> of(byte[] trace, FlowOptions options, BlockCache cache, boolean everything) {
    OurLines ours = new OurLines(everything);
    MemorySegment data = MemorySegment.ofArray(trace);
    ours.packets(data, options.events().errata());
    new FlowDecoder(data, 0, trace.length, options, cache, ours).run();
    ours.endRun();
    return ours.lines;
  }

  private void begin() {
    hash = 0xcbf29ce484222325L;
    count = 0;
  }

  private void mix(long value) {
    hash = (hash ^ value) * 0x100000001b3L;
  }

  private void packets(MemorySegment data, Errata errata) {
    PacketReader reader = new PacketReader(data, 0, data.byteSize(), errata);
    Packet p = new Packet();
    begin();
    boolean synced = reader.syncForward(0);
    while (synced && reader.next(p) == null) {
      if (p.type != PacketType.PAD) {
        int kind = kind(p);
        if (kind == 0 || newer(p)) {
          lines.add(NEWER);
        }
        if (everything) {
          lines.add(
              "p " + Long.toHexString(p.offset) + " " + kind + " " + Long.toHexString(payload(p)));
        }
        mix(p.offset);
        mix(kind);
        mix(payload(p));
        count++;
      }
    }
    lines.add("packets " + count + " " + Long.toHexString(hash));
  }

  /** With event trace a MODE.Exec may bind to a FUP; libipt 2.0 only knows TIPs there. */
  private boolean newer(Packet p) {
    boolean bindsToFup = p.type == PacketType.FUP && modeWaits;
    switch (p.type) {
      case PSB -> inHeader = true;
      case PSBEND, OVF -> {
        inHeader = false;
        modeWaits &= p.type == PacketType.PSBEND;
      }
      case TIP, TIP_PGE, TIP_PGD -> modeWaits = false;
      case MODE -> modeWaits |= !inHeader && p.aux == Packet.LEAF_EXEC;
      default -> {}
    }
    return bindsToFup && !inHeader;
  }

  private static int kind(Packet p) {
    return switch (p.type) {
      case PSB -> 1;
      case PSBEND -> 2;
      case FUP -> 3;
      case TIP -> 4;
      case TIP_PGE -> 5;
      case TIP_PGD -> 6;
      case TNT_8, TNT_64 -> 7;
      case MODE -> 8;
      case PIP -> 9;
      case VMCS -> 10;
      case CBR -> 11;
      case TSC -> 12;
      case TMA -> 13;
      case MTC -> 14;
      case CYC -> 15;
      case STOP -> 16;
      case OVF -> 17;
      case MNT -> 18;
      case EXSTOP -> 19;
      case MWAIT -> 20;
      case PWRE -> 21;
      case PWRX -> 22;
      case PTW -> 23;
      default -> 0;
    };
  }

  private static long payload(Packet p) {
    return switch (p.type) {
      case FUP, TIP, TIP_PGE, TIP_PGD -> p.ip ^ (long) p.ipc << 56;
      case TNT_8, TNT_64 -> p.bits ^ (long) p.bitCount << 56;
      case MODE -> p.aux == Packet.LEAF_EXEC ? p.value & 3 : 4 | p.value & 3;
      case PIP -> p.value | p.aux;
      case VMCS, CBR, TSC, MTC, CYC, MNT -> p.value;
      case TMA -> p.value | (long) p.aux << 32;
      case EXSTOP -> p.has(Packet.IP) ? 1 : 0;
      case MWAIT -> p.value | (long) p.aux << 32;
      case PWRE -> p.value | p.aux << 8 | (p.has(Packet.HARDWARE) ? 1 << 16 : 0);
      case PWRX ->
          p.value
              | p.aux << 8
              | (p.has(Packet.WAKE_INTERRUPT) ? 1 << 16 : 0)
              | (p.has(Packet.WAKE_STORE) ? 1 << 17 : 0)
              | (p.has(Packet.WAKE_AUTONOMOUS) ? 1 << 18 : 0);
      case PTW -> p.value ^ (p.has(Packet.IP) ? 1L << 63 : 0) ^ (p.aux == 8 ? 1L << 62 : 0);
      default -> 0;
    };
  }

  @Override
  public void sync(long offset) {
    lines.add("sync " + Long.toHexString(offset));
    begin();
    running = true;
  }

  @Override
  public void instructions(FlowBatch batch) {
    for (int run = 0; run < batch.size(); run++) {
      for (int i = batch.from(run); i < batch.to(run); i++) {
        long address = batch.block(run).address(i);
        if (everything) {
          lines.add("i " + Long.toHexString(address));
        }
        mix(address);
        count++;
      }
    }
  }

  @Override
  public void event(PtEvent event) {
    if (everything) {
      lines.add("e " + event.type);
    }
  }

  @Override
  public void error(PtError error, long ip, long offset) {
    endRun();
    lines.add("error " + error.text());
  }

  private void endRun() {
    if (running) {
      lines.add("run " + count + " " + Long.toHexString(hash));
      running = false;
    }
  }
}
