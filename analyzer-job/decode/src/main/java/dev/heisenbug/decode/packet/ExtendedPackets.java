package dev.heisenbug.decode.packet;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.formats.pt.Opcodes;

/** The packets with a two-byte opcode; split from the reader because they are many and rare. */
final class ExtendedPackets {
  private ExtendedPackets() {}

  static PtError read(PacketReader r, Packet p, int ext) {
    return switch (ext) {
      case Opcodes.EXT_PSB -> psb(r, p);
      case Opcodes.EXT_PSBEND -> r.done(p, PacketType.PSBEND, 2);
      case Opcodes.EXT_OVF -> r.done(p, PacketType.OVF, 2);
      case Opcodes.EXT_STOP -> r.done(p, PacketType.STOP, 2);
      case Opcodes.EXT_TNT_64 -> tnt64(r, p);
      case Opcodes.EXT_PIP -> pip(r, p);
      case Opcodes.EXT_CBR -> cbr(r, p);
      case Opcodes.EXT_TMA -> tma(r, p);
      case Opcodes.EXT_VMCS -> vmcs(r, p);
      case Opcodes.EXT_EXT2 -> mnt(r, p);
      case Opcodes.EXT_EXSTOP, Opcodes.EXT_EXSTOP_IP -> {
        p.flags = ext == Opcodes.EXT_EXSTOP_IP ? Packet.IP : 0;
        yield r.done(p, PacketType.EXSTOP, 2);
      }
      case Opcodes.EXT_MWAIT -> mwait(r, p);
      case Opcodes.EXT_PWRE -> pwre(r, p);
      case Opcodes.EXT_PWRX -> pwrx(r, p);
      case Opcodes.EXT_CFE -> cfe(r, p);
      case Opcodes.EXT_EVD -> evd(r, p);
      case Opcodes.EXT_BBP -> bbp(r, p);
      case Opcodes.EXT_BEP, Opcodes.EXT_BEP_IP -> {
        p.flags = ext == Opcodes.EXT_BEP_IP ? Packet.IP : 0;
        yield r.done(p, PacketType.BEP, 2);
      }
      default -> (ext & 0x1f) == Opcodes.EXT_PTW ? ptw(r, p, ext) : PtError.BAD_OPCODE;
    };
  }

  private static boolean lacks(PacketReader r, int size) {
    return r.position() + size > r.end();
  }

  private static PtError psb(PacketReader r, Packet p) {
    if (lacks(r, Opcodes.PSB_SIZE)) {
      return PtError.END_OF_STREAM;
    }
    if (!PsbSearch.isPsb(r.data(), r.position(), r.end())) {
      return PtError.BAD_PACKET;
    }
    r.markPsb();
    return r.done(p, PacketType.PSB, Opcodes.PSB_SIZE);
  }

  private static PtError tnt64(PacketReader r, Packet p) {
    if (lacks(r, 8)) {
      return PtError.END_OF_STREAM;
    }
    return r.tnt(p, PacketType.TNT_64, r.le(r.position() + 2, 6), 8);
  }

  private static PtError pip(PacketReader r, Packet p) {
    PtError e = r.value(p, PacketType.PIP, 2, 6);
    if (e == null) {
      p.aux = (int) (p.value & 1);
      p.value = p.value >>> 1 << 5;
    }
    return e;
  }

  private static PtError cbr(PacketReader r, Packet p) {
    PtError e = r.value(p, PacketType.CBR, 2, 2);
    if (e == null) {
      p.value &= 0xff;
    }
    return e;
  }

  private static PtError tma(PacketReader r, Packet p) {
    if (lacks(r, 7)) {
      return PtError.END_OF_STREAM;
    }
    long at = r.position();
    int fc = (int) r.le(at + 5, 2);
    if ((fc & ~0x1ff) != 0 || r.u8(at + 4) != 0) {
      if (!r.errata().skz84()) {
        return PtError.BAD_PACKET;
      }
      // SKZ84: TSC scaling spoils the packet, and the spoiled one is a byte longer.
      if (lacks(r, 8)) {
        return PtError.END_OF_STREAM;
      }
      return r.done(p, PacketType.INVALID, 8);
    }
    p.value = r.le(at + 2, 2);
    p.aux = fc;
    return r.done(p, PacketType.TMA, 7);
  }

  private static PtError vmcs(PacketReader r, Packet p) {
    PtError e = r.value(p, PacketType.VMCS, 2, 5);
    if (e == null) {
      p.value <<= 12;
    }
    return e;
  }

  private static PtError mnt(PacketReader r, Packet p) {
    if (lacks(r, 3)) {
      return PtError.END_OF_STREAM;
    }
    if (r.u8(r.position() + 2) != Opcodes.EXT2_MNT) {
      return PtError.BAD_OPCODE;
    }
    return r.value(p, PacketType.MNT, 3, 8);
  }

  private static PtError mwait(PacketReader r, Packet p) {
    PtError e = r.value(p, PacketType.MWAIT, 2, 8);
    if (e == null) {
      p.aux = (int) (p.value >>> 32);
      p.value &= 0xffffffffL;
    }
    return e;
  }

  private static PtError pwre(PacketReader r, Packet p) {
    PtError e = r.value(p, PacketType.PWRE, 2, 2);
    if (e == null) {
      long payload = p.value;
      p.value = payload >> 12 & 0xf;
      p.aux = (int) (payload >> 8 & 0xf);
      p.flags = (payload & 8) != 0 ? Packet.HARDWARE : 0;
    }
    return e;
  }

  private static PtError pwrx(PacketReader r, Packet p) {
    PtError e = r.value(p, PacketType.PWRX, 2, 5);
    if (e == null) {
      long payload = p.value;
      p.value = payload >> 4 & 0xf;
      p.aux = (int) (payload & 0xf);
      p.flags =
          ((payload & 0x100) != 0 ? Packet.WAKE_INTERRUPT : 0)
              | ((payload & 0x400) != 0 ? Packet.WAKE_STORE : 0)
              | ((payload & 0x800) != 0 ? Packet.WAKE_AUTONOMOUS : 0);
    }
    return e;
  }

  private static PtError ptw(PacketReader r, Packet p, int ext) {
    int code = ext >> 5 & 3;
    if (code > 1) {
      return PtError.BAD_PACKET;
    }
    int bytes = code == 0 ? 4 : 8;
    PtError e = r.value(p, PacketType.PTW, 2, bytes);
    if (e == null) {
      p.aux = bytes;
      p.flags = (ext & 0x80) != 0 ? Packet.IP : 0;
    }
    return e;
  }

  private static PtError cfe(PacketReader r, Packet p) {
    PtError e = r.value(p, PacketType.CFE, 2, 2);
    if (e == null) {
      p.aux = (int) (p.value & 0x1f);
      p.flags = (p.value & 0x80) != 0 ? Packet.IP : 0;
      p.value = p.value >> 8 & 0xff;
    }
    return e;
  }

  private static PtError evd(PacketReader r, Packet p) {
    if (lacks(r, 11)) {
      return PtError.END_OF_STREAM;
    }
    long at = r.position();
    p.aux = r.u8(at + 2) & 0x1f;
    p.value = r.le(at + 3, 8);
    return r.done(p, PacketType.EVD, 11);
  }

  private static PtError bbp(PacketReader r, Packet p) {
    if (lacks(r, 3)) {
      return PtError.END_OF_STREAM;
    }
    int bits = r.u8(r.position() + 2);
    p.aux = bits & 0x1f;
    p.value = (bits & 0x80) != 0 ? 4 : 8;
    return r.done(p, PacketType.BBP, 3);
  }
}
