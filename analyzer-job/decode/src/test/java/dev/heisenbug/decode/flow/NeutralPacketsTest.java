package dev.heisenbug.decode.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.packet.Errata;
import dev.heisenbug.formats.pt.PacketEncoder;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Packets that say nothing about branches leave the path through the code as it is. */
class NeutralPacketsTest {
  private static final long BASE = 0x401000;

  /** loop: inc eax; ptwrite eax; jne loop; ret. */
  private static final byte[] CODE = HexFormat.of().parseHex("ffc0f30faee075f8c3");

  private static final long PTWRITE = BASE + 2;

  /** What is put between two rounds of the loop, at the address of its beginning. */
  private static final Map<String, BiConsumer<PacketEncoder, Long>> PACKETS =
      Map.ofEntries(
          Map.entry("PAD", (out, ip) -> out.pad()),
          Map.entry("CBR", (out, ip) -> out.cbr(31)),
          Map.entry("MNT", (out, ip) -> out.mnt(0x1122334455667788L)),
          Map.entry("CYC", (out, ip) -> out.cyc(0x3ffff)),
          Map.entry("TSC, TMA", (out, ip) -> clocks(out)),
          Map.entry("MTC wraps", (out, ip) -> wrap(out)),
          Map.entry("PWRE, PWRX", (out, ip) -> power(out)),
          Map.entry("EXSTOP", (out, ip) -> out.exstop(false)),
          Map.entry("EXSTOP, FUP", NeutralPacketsTest::stopped),
          Map.entry("MWAIT, EXSTOP, FUP", NeutralPacketsTest::waited),
          Map.entry("PTW", (out, ip) -> out.ptw(7, 8, false)),
          Map.entry("PTW, FUP", (out, ip) -> written(out)),
          Map.entry("BBP, BIP, BEP", (out, ip) -> block(out, false)),
          Map.entry("BBP, BIP, BEP, FUP", NeutralPacketsTest::placedBlock),
          Map.entry("MODE.TSX, FUP", NeutralPacketsTest::transaction),
          Map.entry("PSB+", NeutralPacketsTest::psb),
          Map.entry("OVF, FUP", NeutralPacketsTest::overflow));

  private static void clocks(PacketEncoder out) {
    out.tsc(0x20_0000_0000L);
    out.tma(0x1234, 0x1ff);
  }

  private static void wrap(PacketEncoder out) {
    for (int ctc = 0xf0; ctc < 0x120; ctc++) {
      out.mtc(ctc & 0xff);
    }
  }

  private static void power(PacketEncoder out) {
    out.pwre(6, 1, true);
    out.pwrx(6, 6, true, false, false);
  }

  private static void stopped(PacketEncoder out, long ip) {
    out.exstop(true);
    out.fup(ip);
  }

  private static void waited(PacketEncoder out, long ip) {
    out.mwait(0x20, 1);
    power(out);
    out.exstop(true);
    out.fup(ip);
  }

  private static void written(PacketEncoder out) {
    out.ptw(7, 4, true);
    out.fup(PTWRITE);
  }

  private static void block(PacketEncoder out, boolean ip) {
    out.bbp(4, false);
    for (int id = 0; id < 32; id++) {
      out.bip(id, 0xfedcba9876543210L + id, 8);
    }
    out.bep(ip);
  }

  private static void placedBlock(PacketEncoder out, long ip) {
    block(out, true);
    out.fup(ip);
  }

  private static void transaction(PacketEncoder out, long ip) {
    out.modeTsx(true, false);
    out.fup(ip);
  }

  private static void psb(PacketEncoder out, long ip) {
    out.psb();
    out.modeExec(true, false, false);
    out.tsc(0x30_0000_0000L);
    out.cbr(20);
    out.fup(ip);
    out.psbend();
  }

  private static void overflow(PacketEncoder out, long ip) {
    out.ovf();
    out.fup(ip);
  }

  @TestFactory
  Stream<DynamicTest> betweenBranches() {
    List<Long> expected = decode(trace((out, ip) -> {}));
    assertThat(expected).hasSize(3 * 20 + 1);
    return PACKETS.entrySet().stream()
        .map(
            e ->
                DynamicTest.dynamicTest(
                    e.getKey(), () -> assertThat(decode(trace(e.getValue()))).isEqualTo(expected)));
  }

  /** Twenty rounds of the loop, with the packets after each. */
  private static byte[] trace(BiConsumer<PacketEncoder, Long> packets) {
    PacketEncoder out = new PacketEncoder();
    psb(out, BASE);
    for (int i = 0; i < 20; i++) {
      out.branch(i < 19);
      if (i < 19) {
        out.flushBranches();
        packets.accept(out, BASE);
      }
    }
    out.tip(0x500000);
    return out.toByteArray();
  }

  private static List<Long> decode(byte[] trace) {
    Image image = new Image();
    image.add(new Section(BASE, CODE.length, MemorySegment.ofArray(CODE), "code"));
    List<Long> addresses = new ArrayList<>();
    FlowSink sink =
        new FlowSink() {
          @Override
          public void instructions(FlowBatch batch) {
            for (int run = 0; run < batch.size(); run++) {
              for (int i = batch.from(run); i < batch.to(run); i++) {
                addresses.add(batch.block(run).address(i));
              }
            }
          }

          @Override
          public void error(PtError error, long ip, long offset) {
            throw new AssertionError(error + " at " + Long.toHexString(ip));
          }
        };
    TimeConfig time = new TimeConfig(3, 20, 2, 100);
    FlowOptions options = FlowOptions.of(EventOptions.of(Errata.NONE, time));
    MemorySegment data = MemorySegment.ofArray(trace);
    new FlowDecoder(data, 0, trace.length, options, new BlockCache(image), sink).run();
    return addresses;
  }
}
