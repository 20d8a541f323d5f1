package dev.heisenbug.decode.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.pt.Opcodes;
import dev.heisenbug.formats.pt.PacketEncoder;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What the encoder writes, the reader reads: any sequence of packets with any payload. */
class PacketRoundTripTest {
  private final PacketEncoder out = new PacketEncoder();
  private final List<Consumer<Packet>> checks = new ArrayList<>();

  @Property(tries = 300)
  void anySequence(@ForAll long seed) {
    PacketRoundTripTest t = new PacketRoundTripTest();
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      t.write(random);
    }
    t.check();
  }

  private void check() {
    byte[] bytes = out.toByteArray();
    PacketReader reader =
        new PacketReader(MemorySegment.ofArray(bytes), 0, bytes.length, Errata.NONE);
    Packet p = new Packet();
    for (Consumer<Packet> c : checks) {
      assertThat(reader.next(p)).isNull();
      c.accept(p);
    }
    assertThat(reader.position()).isEqualTo(bytes.length);
  }

  private void expect(PacketType type, long value, int aux, int flags) {
    checks.add(
        p -> {
          assertThat(p.type).isEqualTo(type);
          assertThat(p.value).as(type + " value").isEqualTo(value);
          assertThat(p.aux).as(type + " aux").isEqualTo(aux);
          assertThat(p.flags).as(type + " flags").isEqualTo(flags);
        });
  }

  private void write(Random r) {
    boolean b = r.nextBoolean();
    switch (r.nextInt(23)) {
      case 0 -> {
        out.pad();
        checks.add(p -> assertThat(p.type).isEqualTo(PacketType.PAD));
      }
      case 1 -> {
        out.psb();
        checks.add(p -> assertThat(p.type).isEqualTo(PacketType.PSB));
      }
      case 2 -> tnt(r, 1 + r.nextInt(6), true);
      case 3 -> tnt(r, 1 + r.nextInt(47), false);
      case 4 -> ip(r, Opcodes.TIP, PacketType.TIP);
      case 5 -> ip(r, Opcodes.FUP, PacketType.FUP);
      case 6 -> ip(r, Opcodes.TIP_PGE, PacketType.TIP_PGE);
      case 7 -> ip(r, Opcodes.TIP_PGD, PacketType.TIP_PGD);
      case 8 -> {
        out.modeTsx(b, !b);
        expect(PacketType.MODE, b ? 1 : 2, Packet.LEAF_TSX, 0);
      }
      case 9 -> {
        long cr3 = r.nextLong() & 0xfffffffffffe0L;
        out.pip(cr3, b);
        expect(PacketType.PIP, cr3, b ? 1 : 0, 0);
      }
      case 10 -> {
        long base = r.nextLong() & 0xffffffffff000L;
        out.vmcs(base);
        checks.add(p -> assertThat(p.value).isEqualTo(base));
      }
      case 11 -> {
        long tsc = r.nextLong() >>> 8;
        out.tsc(tsc);
        checks.add(p -> assertThat(p.value).isEqualTo(tsc));
      }
      case 12 -> {
        int ctc = r.nextInt(1 << 16);
        int fc = r.nextInt(512);
        out.tma(ctc, fc);
        expect(PacketType.TMA, ctc, fc, 0);
      }
      case 13 -> {
        int ctc = r.nextInt(256);
        out.mtc(ctc);
        checks.add(p -> assertThat(p.value).isEqualTo(ctc));
      }
      case 14 -> {
        long cycles = r.nextLong() >>> 5 + r.nextInt(58);
        out.cyc(cycles);
        checks.add(p -> assertThat(p.value).isEqualTo(cycles));
      }
      case 15 -> {
        long payload = r.nextLong();
        out.mnt(payload);
        checks.add(p -> assertThat(p.value).isEqualTo(payload));
      }
      case 16 -> {
        out.exstop(b);
        checks.add(p -> assertThat(p.flags).isEqualTo(b ? Packet.IP : 0));
      }
      case 17 -> {
        out.mwait(r.nextInt() & 0xffffffffL, 7);
        checks.add(p -> assertThat(p.aux).isEqualTo(7));
      }
      case 18 -> {
        int state = r.nextInt(16);
        out.pwre(state, 15 - state, b);
        expect(PacketType.PWRE, state, 15 - state, b ? Packet.HARDWARE : 0);
      }
      case 19 -> {
        int state = r.nextInt(16);
        out.pwrx(state, 15 - state, b, !b, b);
        int wake = b ? Packet.WAKE_INTERRUPT | Packet.WAKE_AUTONOMOUS : Packet.WAKE_STORE;
        expect(PacketType.PWRX, state, 15 - state, wake);
      }
      case 20 -> {
        long payload = b ? r.nextLong() : r.nextLong() >>> 32;
        out.ptw(payload, b ? 8 : 4, !b);
        expect(PacketType.PTW, payload, b ? 8 : 4, b ? 0 : Packet.IP);
      }
      case 21 -> {
        out.bbp(5, b);
        expect(PacketType.BBP, b ? 4 : 8, 5, 0);
        long payload = b ? r.nextLong() >>> 32 : r.nextLong();
        out.bip(31, payload, b ? 4 : 8);
        expect(PacketType.BIP, payload, 31, 0);
        out.bep(b);
        checks.add(p -> assertThat(p.flags).isEqualTo(b ? Packet.IP : 0));
      }
      default -> {
        int type = 1 + r.nextInt(15);
        int vector = r.nextInt(256);
        out.cfe(type, vector, b);
        expect(PacketType.CFE, vector, type, b ? Packet.IP : 0);
      }
    }
  }

  private void tnt(Random r, int count, boolean small) {
    long bits = r.nextLong() & (1L << count) - 1;
    if (small) {
      out.tnt8(bits, count);
    } else {
      out.tnt64(bits, count);
    }
    checks.add(
        p -> {
          assertThat(p.type).isEqualTo(small ? PacketType.TNT_8 : PacketType.TNT_64);
          assertThat(p.bits).isEqualTo(bits);
          assertThat(p.bitCount).isEqualTo(count);
        });
  }

  private void ip(Random r, int opcode, PacketType type) {
    int[] codes = {0, 1, 2, 3, 4, 6};
    int ipc = codes[r.nextInt(codes.length)];
    int bits = new int[] {0, 16, 32, 48, 48, 0, 64}[ipc];
    long ip = bits == 0 ? 0 : r.nextLong() >>> 64 - bits;
    out.ip(opcode, ipc, ip);
    checks.add(
        p -> {
          assertThat(p.type).isEqualTo(type);
          assertThat(p.ipc).isEqualTo(ipc);
          assertThat(p.ip).isEqualTo(ip);
        });
  }
}
