package dev.heisenbug.decode.packet;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.formats.pt.Opcodes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The lowest layer: bytes to packets, one at a time, into a packet the caller owns. Malformed bytes
 * are reported as a {@link PtError}; the position then stays where it was.
 */
public final class PacketReader {
  private final MemorySegment data;
  private final long end;
  private final Errata errata;
  private long pos;
  private long sync = -1;
  private long psb = -1;

  /** Size of the items of the block that is open, or 0: only inside, some TNT.8 bytes are items. */
  private int items;

  /** Reads {@code data} up to {@code end}, starting unsynchronised at {@code begin}. */
  public PacketReader(MemorySegment data, long begin, long end, Errata errata) {
    this.data = data;
    this.end = Math.min(end, data.byteSize());
    this.pos = begin;
    this.errata = errata;
  }

  private PacketReader(PacketReader o) {
    this.data = o.data;
    this.end = o.end;
    this.errata = o.errata;
    this.pos = o.pos;
    this.sync = o.sync;
    this.psb = o.psb;
    this.items = o.items;
  }

  /** A second reader at the same place, for looking ahead. */
  public PacketReader copy() {
    return new PacketReader(this);
  }

  public void moveTo(PacketReader o) {
    pos = o.pos;
    sync = o.sync;
    psb = o.psb;
    items = o.items;
  }

  /** Goes on at {@code offset}. */
  public void seek(long offset) {
    pos = Math.min(end, offset);
    items = 0;
  }

  /** Offset of the next packet. */
  public long position() {
    return pos;
  }

  public long end() {
    return end;
  }

  /** Offset of the last PSB that was read or synchronised at, or -1. */
  public long psbOffset() {
    return psb;
  }

  public Errata errata() {
    return errata;
  }

  public MemorySegment data() {
    return data;
  }

  /** Whether the bytes at the position are the beginning of a TIP or TNT. */
  public boolean branchPacketBegins() {
    if (pos >= end) {
      return false;
    }
    int op = u8(pos);
    if (op == Opcodes.EXT) {
      return pos + 1 < end && u8(pos + 1) == Opcodes.EXT_TNT_64;
    }
    boolean tnt = (op & 1) == 0 && op != Opcodes.PAD && items == 0;
    return tnt || (op & 0x1f) == Opcodes.TIP;
  }

  /**
   * Whether the bad packet at {@code at} is of a kind that is decoded when it is looked at. Branch
   * and state packets are only decoded when it is their turn.
   */
  public boolean decodedAhead(long at) {
    int op = u8(at);
    if (op == Opcodes.EXT) {
      int ext = at + 1 < end ? u8(at + 1) : 0;
      return ext != Opcodes.EXT_TNT_64 && (ext & 0x1f) != Opcodes.EXT_PTW;
    }
    int kind = op & 0x1f;
    boolean branch = kind == Opcodes.TIP || kind == Opcodes.TIP_PGE || kind == Opcodes.TIP_PGD;
    return op != Opcodes.MODE && !branch;
  }

  /** Skips bytes, for errata that need it. */
  public void skip(long bytes) {
    pos = Math.min(end, pos + bytes);
  }

  /** Moves to the PSB at {@code offset}. */
  public boolean syncAt(long offset) {
    if (!PsbSearch.isPsb(data, offset, end)) {
      return false;
    }
    sync = offset;
    psb = offset;
    pos = offset;
    items = 0;
    return true;
  }

  /**
   * Moves to the next PSB: not the one decoding started at if it is still there, but one whose
   * first bytes a damaged packet has swallowed counts. False when there is none.
   */
  public boolean syncForward(long begin) {
    long from = pos == sync ? pos + Opcodes.PSB_SIZE : pos;
    from -= Math.min(Opcodes.PSB_SIZE - 1L, from - begin);
    long found = PsbSearch.forward(data, from, end);
    if (found < 0) {
      return false;
    }
    sync = found;
    psb = found;
    pos = found;
    items = 0;
    return true;
  }

  /** Decodes the packet at the position into {@code p} and steps over it; null when that worked. */
  public PtError next(Packet p) {
    if (pos >= end) {
      return PtError.END_OF_STREAM;
    }
    int op = u8(pos);
    p.offset = pos;
    p.flags = 0;
    if ((op & 1) == 0) {
      return even(p, op);
    }
    if ((op & 3) == Opcodes.CYC) {
      return cyc(p, op);
    }
    return switch (op & 0x1f) {
      case Opcodes.TIP -> ip(p, PacketType.TIP, op);
      case Opcodes.TIP_PGE -> ip(p, PacketType.TIP_PGE, op);
      case Opcodes.TIP_PGD -> ip(p, PacketType.TIP_PGD, op);
      case Opcodes.FUP -> ip(p, PacketType.FUP, op);
      case 0x19 -> fixed(p, op);
      default -> PtError.BAD_OPCODE;
    };
  }

  private PtError even(Packet p, int op) {
    if (op == Opcodes.PAD) {
      return done(p, PacketType.PAD, 1);
    }
    if (items != 0 && (op & 7) == Opcodes.BIP) {
      p.aux = op >> 3;
      return value(p, PacketType.BIP, 1, items);
    }
    if (op != Opcodes.EXT) {
      return tnt(p, PacketType.TNT_8, op >> 1, 1);
    }
    if (pos + 2 > end) {
      return PtError.END_OF_STREAM;
    }
    return ExtendedPackets.read(this, p, u8(pos + 1));
  }

  private PtError fixed(Packet p, int op) {
    return switch (op) {
      case Opcodes.MODE -> mode(p);
      case Opcodes.TSC -> value(p, PacketType.TSC, 1, 7);
      case Opcodes.MTC -> value(p, PacketType.MTC, 1, 1);
      case Opcodes.TRIG -> trig(p);
      default -> PtError.BAD_OPCODE;
    };
  }

  PtError tnt(Packet p, PacketType type, long payload, int size) {
    int count = 63 - Long.numberOfLeadingZeros(payload | 1);
    if (count == 0) {
      return PtError.BAD_PACKET;
    }
    p.bits = payload & ~(1L << count);
    p.bitCount = count;
    return done(p, type, size);
  }

  private PtError ip(Packet p, PacketType type, int op) {
    int ipc = op >> 5;
    int bytes =
        switch (ipc) {
          case 0 -> 0;
          case 1 -> 2;
          case 2 -> 4;
          case 3, 4 -> 6;
          case 6 -> 8;
          default -> -1;
        };
    if (bytes < 0) {
      return PtError.BAD_PACKET;
    }
    if (pos + 1 + bytes > end) {
      return PtError.END_OF_STREAM;
    }
    p.ipc = ipc;
    p.ip = le(pos + 1, bytes);
    return done(p, type, 1 + bytes);
  }

  private PtError cyc(Packet p, int op) {
    long at = pos + 1;
    long value = op >> 3;
    boolean more = (op & 4) != 0;
    int shift = 5;
    while (more) {
      if (at >= end) {
        return PtError.END_OF_STREAM;
      }
      int b = u8(at++);
      more = (b & 1) != 0;
      if (shift + 7 > 64) {
        return PtError.BAD_PACKET;
      }
      value |= (long) (b >> 1) << shift;
      shift += 7;
    }
    p.value = value;
    int size = (int) (at - pos);
    if (errata.skd007() && size == 2 && (value & 0xffe0) == 0x20 && at < end && u8(at) == 0xf3) {
      // SKD007: what looks like two short CYCs is an OVF with a spoiled first byte before it.
      return done(p, PacketType.OVF, 3);
    }
    return done(p, PacketType.CYC, size);
  }

  private PtError mode(Packet p) {
    if (pos + 2 > end) {
      return PtError.END_OF_STREAM;
    }
    int payload = u8(pos + 1);
    int leaf = payload >> 5;
    if (leaf > Packet.LEAF_TSX) {
      return PtError.BAD_PACKET;
    }
    p.aux = leaf;
    p.value = payload & 0x1f;
    return done(p, PacketType.MODE, 2);
  }

  private PtError trig(Packet p) {
    if (pos + 3 > end) {
      return PtError.END_OF_STREAM;
    }
    int bits = u8(pos + 1);
    if ((bits & 0x1f) != 0) {
      // Reserved: no processor writes that.
      return PtError.BAD_OPCODE;
    }
    p.flags =
        ((bits & 0x80) != 0 ? Packet.IP : 0)
            | ((bits & 0x40) != 0 ? Packet.COUNT_VALID : 0)
            | ((bits & 0x20) != 0 ? Packet.MULTIPLE : 0);
    p.aux = u8(pos + 2);
    p.value = 0;
    if ((bits & 0x40) == 0) {
      return done(p, PacketType.TRIG, 3);
    }
    if (pos + 5 > end) {
      return PtError.END_OF_STREAM;
    }
    p.value = le(pos + 3, 2);
    return done(p, PacketType.TRIG, 5);
  }

  PtError value(Packet p, PacketType type, int header, int bytes) {
    if (pos + header + bytes > end) {
      return PtError.END_OF_STREAM;
    }
    p.value = le(pos + header, bytes);
    return done(p, type, header + bytes);
  }

  PtError done(Packet p, PacketType type, int size) {
    p.type = type;
    p.size = size;
    pos += size;
    if (items != 0 || type == PacketType.BBP) {
      items = itemsAfter(p);
    }
    return null;
  }

  /** A block ends with its BEP, or with any packet that cannot be inside of one. */
  private int itemsAfter(Packet p) {
    return switch (p.type) {
      case BBP -> (int) p.value;
      case BIP, PAD, TSC, TMA, MTC, CYC, CBR, FUP, MNT, EXSTOP, PWRE, PWRX, INVALID -> items;
      default -> 0;
    };
  }

  void markPsb() {
    psb = pos;
  }

  int u8(long at) {
    return data.get(ValueLayout.JAVA_BYTE, at) & 0xff;
  }

  long le(long at, int bytes) {
    long v = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      v = v << 8 | u8(at + i);
    }
    return v;
  }
}
