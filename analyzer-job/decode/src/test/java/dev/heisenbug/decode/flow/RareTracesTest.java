package dev.heisenbug.decode.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.packet.Errata;
import dev.heisenbug.decode.packet.PacketListing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traces that are legal and seldom seen, byte by byte as the manual has them. */
class RareTracesTest {
  private static final String PSB = "02820282028202820282028202820282";
  private static final String PSBEND = "0223";

  private static MemorySegment bytes(String... hex) {
    return MemorySegment.ofArray(HexFormat.of().parseHex(String.join("", hex)));
  }

  private static String packets(Errata errata, MemorySegment trace) throws IOException {
    StringBuilder out = new StringBuilder();
    new PacketListing().list(trace, 0, trace.byteSize(), errata, out);
    return out.toString();
  }

  @Test
  void overflowInsideOfCycIsOnePacketFromTheSpoiledByteOn() throws IOException {
    // A CYC of two bytes and one of one byte, which are an OVF behind the first byte of a CYC.
    MemorySegment trace = bytes(PSB, "f702f3", "00", "7d011000000000");
    assertThat(packets(Errata.of(6, 0x5e), trace)).contains("000010 OVF\n000014 FUP");
    assertThat(packets(Errata.NONE, trace)).contains("000010 CYC 3e\n000012 CYC 1e\n");
  }

  @Test
  void trigWithReservedBitsIsNoPacket() throws IOException {
    assertThat(packets(Errata.NONE, bytes(PSB, "d9", PSB)))
        .isEqualTo("000000 PSB\n000010 ? unknown opcode\n000011 PSB\n");
    assertThat(packets(Errata.NONE, bytes(PSB, "d9e0a11700")))
        .isEqualTo("000000 PSB\n000010 TRIG a1 icnt=23 ip mult\n");
  }

  /** Event trace with branch trace off: modes and events have addresses although nothing runs. */
  @Test
  void eventsWithoutBranchesHaveTheirAddresses() {
    String mode = "9905" + PSBEND + "9902" + "7d000010000000";
    String interrupt = "025300aa0bf00000000000" + "0213810e" + "3d0200";
    String shutdown = "02138a00" + "3d0900";
    List<String> seen = new ArrayList<>();
    decode(bytes(PSB, mode, interrupt, shutdown), seen);
    assertThat(seen).containsExactly("EXEC_MODE 100000", "INTERRUPT 100002", "SHUTDOWN 100009");
  }

  private static void decode(MemorySegment trace, List<String> seen) {
    Image image = new Image();
    image.add(new Section(0x100000, 16, MemorySegment.ofArray(new byte[16]), "code"));
    FlowSink sink =
        new FlowSink() {
          @Override
          public void instructions(FlowBatch batch) {
            seen.add("instructions");
          }

          @Override
          public void event(PtEvent ev) {
            if (!ev.statusUpdate) {
              seen.add(ev.type + " " + Long.toHexString(ev.ip));
            }
          }

          @Override
          public void error(PtError error, long ip, long offset) {
            seen.add(error.text());
          }
        };
    FlowOptions options = FlowOptions.of(EventOptions.of(Errata.NONE, TimeConfig.UNKNOWN));
    new FlowDecoder(trace, 0, trace.byteSize(), options, new BlockCache(image), sink).run();
  }
}
