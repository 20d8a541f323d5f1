package dev.heisenbug.decode.libipt;

import dev.heisenbug.decode.packet.Errata;
import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;
import dev.heisenbug.decode.packet.PacketType;
import dev.heisenbug.decode.packet.PsbSearch;
import dev.heisenbug.formats.pt.Opcodes;
import dev.heisenbug.formats.pt.PacketEncoder;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Changes traces packet by packet, since most damage to single bytes only makes another error of
 * the same kind: packets are lost, repeated, swapped, exchanged and put in where none belongs.
 */
final class TraceMutator {
  private static final int LONGEST = 700;

  private final SplittableRandom random;
  private final byte[] original;
  private final long[] psbs;
  private final long[] ips;

  TraceMutator(byte[] original, long seed) {
    this.original = original;
    this.random = new SplittableRandom(seed);
    this.psbs = psbs(original);
    this.ips = ips(original);
  }

  private static long[] psbs(byte[] bytes) {
    MemorySegment data = MemorySegment.ofArray(bytes);
    List<Long> found = new ArrayList<>();
    for (long at = PsbSearch.forward(data, 0, bytes.length);
        at >= 0;
        at = PsbSearch.forward(data, at + Opcodes.PSB_SIZE, bytes.length)) {
      found.add(at);
    }
    return found.stream().mapToLong(Long::longValue).toArray();
  }

  private static long[] ips(byte[] bytes) {
    List<Long> found = new ArrayList<>();
    for (byte[] p : split(bytes)) {
      if (p.length >= 7 && (p[0] & 0x1f) != 0x19 && (p[0] & 1) == 1) {
        long ip = 0;
        for (int i = 6; i >= 1; i--) {
          ip = ip << 8 | p[i] & 0xff;
        }
        found.add(ip << 16 >> 16);
      }
    }
    return found.stream().mapToLong(Long::longValue).toArray();
  }

  /** The packets from the first PSB on; bytes that are no packet stand alone. */
  private static List<byte[]> split(byte[] bytes) {
    PacketReader reader =
        new PacketReader(MemorySegment.ofArray(bytes), 0, bytes.length, Errata.NONE);
    Packet p = new Packet();
    List<byte[]> packets = new ArrayList<>();
    reader.syncForward(0);
    while (reader.position() < bytes.length) {
      int from = (int) reader.position();
      if (reader.next(p) != null) {
        reader.skip(1);
      }
      if (p.type != PacketType.PAD) {
        packets.add(Arrays.copyOfRange(bytes, from, (int) reader.position()));
      }
    }
    return packets;
  }

  /** A piece of the trace as it is, cut off anywhere. */
  byte[] cut() {
    byte[] bytes = piece();
    return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
  }

  /** A piece of the trace, changed. */
  byte[] next() {
    List<byte[]> packets = split(piece());
    int changes = random.nextInt(5);
    for (int i = 0; i < changes && packets.size() > 3; i++) {
      change(packets);
    }
    if (packets.isEmpty() || packets.getFirst().length != Opcodes.PSB_SIZE) {
      PacketEncoder psb = new PacketEncoder();
      psb.psb();
      packets.addFirst(psb.toByteArray());
    }
    byte[] bytes = join(packets);
    if (random.nextInt(4) == 0) {
      int flips = 1 + random.nextInt(3);
      for (int i = 0; i < flips; i++) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
    }
    return random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
  }

  private byte[] piece() {
    int from = (int) psbs[random.nextInt(psbs.length)];
    int length = 40 + random.nextInt(LONGEST);
    byte[] bytes = Arrays.copyOfRange(original, from, Math.min(original.length, from + length));
    if (random.nextBoolean()) {
      return bytes;
    }
    // Another piece after it, so that there is somewhere to go on after an error.
    int second = (int) psbs[random.nextInt(psbs.length)];
    byte[] more =
        Arrays.copyOfRange(original, second, Math.min(original.length, second + length / 2));
    byte[] both = Arrays.copyOf(bytes, bytes.length + more.length);
    System.arraycopy(more, 0, both, bytes.length, more.length);
    return both;
  }

  private static byte[] join(List<byte[]> packets) {
    byte[] all = new byte[packets.stream().mapToInt(p -> p.length).sum()];
    int at = 0;
    for (byte[] p : packets) {
      System.arraycopy(p, 0, all, at, p.length);
      at += p.length;
    }
    return all;
  }

  private void change(List<byte[]> packets) {
    int at = random.nextInt(packets.size());
    switch (random.nextInt(8)) {
      case 0 -> packets.remove(at);
      case 1 -> packets.add(at, packets.get(random.nextInt(packets.size())));
      case 2 -> packets.add(at, packets.get(at));
      case 3 -> {
        byte[] p = packets.get(at);
        packets.set(at, packets.get(at / 2));
        packets.set(at / 2, p);
      }
      case 4 -> packets.set(at, made());
      default -> packets.add(at, made());
    }
  }

  private long ip() {
    long ip = ips.length == 0 ? random.nextLong() : ips[random.nextInt(ips.length)];
    return random.nextInt(4) == 0 ? ip + random.nextInt(-64, 64) : ip;
  }

  private byte[] made() {
    PacketEncoder out = new PacketEncoder();
    boolean b = random.nextBoolean();
    int n = random.nextInt(256);
    switch (random.nextInt(30)) {
      case 0, 1 -> out.tnt8(random.nextLong(), 1 + random.nextInt(6));
      case 2 -> out.tnt64(random.nextLong(), 7 + random.nextInt(41));
      case 3, 4 -> out.ip(Opcodes.TIP, compression(), ip());
      case 5, 6 -> out.ip(Opcodes.TIP_PGE, compression(), ip());
      case 7, 8 -> out.ip(Opcodes.TIP_PGD, compression(), ip());
      case 9, 10 -> out.ip(Opcodes.FUP, compression(), ip());
      case 11 -> out.modeExec(b, n % 2 == 0, false);
      case 12 -> out.modeTsx(b, n % 2 == 0);
      case 13 -> out.pip(random.nextLong() & 0xfffff000L, b);
      case 14 -> out.vmcs(random.nextLong() & 0xfffff000L);
      case 15 -> out.tsc(random.nextLong() & 0xffffffffffffL);
      case 16 -> {
        // A TMA alone is an error in libipt, and no processor writes one.
        out.tsc(random.nextLong() & 0xffffffffffffL);
        out.tma(random.nextInt(0x10000), n);
      }
      case 17 -> out.mtc(n);
      case 18 -> out.cbr(n);
      case 19 -> out.cyc(random.nextLong() >>> random.nextInt(8, 60));
      case 20 -> out.stop();
      case 21, 22 -> out.ovf();
      case 23 -> out.mnt(random.nextLong());
      case 24 -> out.exstop(b);
      case 25 -> {
        // libipt 2.0 binds MWAIT to any FUP, newer ones to that of the EXSTOP.
        out.mwait(n, n);
        out.exstop(true);
        out.ip(Opcodes.FUP, 3, ip());
      }
      case 26 -> out.pwre(n & 7, n >> 3 & 7, b);
      case 27 -> out.pwrx(n & 7, n >> 3 & 7, b, !b, n > 99);
      case 28 -> out.ptw(random.nextLong(), b ? 4 : 8, n % 2 == 0);
      default -> {
        if (b) {
          out.psb();
        } else {
          out.psbend();
        }
      }
    }
    return out.toByteArray();
  }

  private int compression() {
    int[] codes = {0, 1, 2, 3, 3, 3, 4, 6};
    return codes[random.nextInt(codes.length)];
  }
}
