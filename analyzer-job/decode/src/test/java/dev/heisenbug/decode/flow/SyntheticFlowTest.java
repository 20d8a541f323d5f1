package dev.heisenbug.decode.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.bench.SyntheticTrace;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.ElfSymbols;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.packet.Errata;
import dev.heisenbug.formats.pt.PacketEncoder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces made by walking code come back as the very walk. */
class SyntheticFlowTest {
  private static final long BASE = 0x401000;

  /** A loop with a call: cmp; je out; call f; jmp loop; out: ret; f: inc; ret. */
  private static final String CODE = "83f8007409e80600000090ebf390c3ffc0c3";

  private static Image image(String hex) {
    byte[] code = HexFormat.of().parseHex(hex);
    Image image = new Image();
    image.add(new Section(BASE, code.length, MemorySegment.ofArray(code), "test"));
    return image;
  }

  private static List<Long> decode(byte[] trace, Image image, List<PtError> errors) {
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
            errors.add(error);
          }
        };
    FlowOptions options =
        FlowOptions.of(EventOptions.of(Errata.NONE, new TimeConfig(3, 20, 2, 100)));
    MemorySegment data = MemorySegment.ofArray(trace);
    new FlowDecoder(data, 0, trace.length, options, new BlockCache(image), sink).run();
    return addresses;
  }

  @Test
  void loopWithCompressedReturns() {
    List<Long> walked = new ArrayList<>();
    Image image = image(CODE);
    var settings = new SyntheticTrace.Settings(7, 5000, 300, 3);
    byte[] trace = new SyntheticTrace(image, new long[] {BASE}, settings, walked::add).make();
    List<PtError> errors = new ArrayList<>();
    assertThat(decode(trace, image, errors)).isEqualTo(walked);
    assertThat(errors).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void walkThroughRealLibrary(long seed) {
    Path libc = Path.of("/lib/x86_64-linux-gnu/libc.so.6");
    assumeTrue(Files.exists(libc));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = MappedFile.map(libc, arena);
      Image image = new Image();
      ElfFile.parse(data, "libc").addTo(image, 0);
      List<Long> walked = new ArrayList<>();
      var settings = new SyntheticTrace.Settings(seed, 100_000, 2000, (int) seed % 3);
      byte[] trace =
          new SyntheticTrace(image, ElfSymbols.functions(data), settings, walked::add).make();
      List<PtError> errors = new ArrayList<>();
      assertThat(decode(trace, image, errors)).isEqualTo(walked);
      assertThat(errors).isEmpty();
    }
  }

  @Test
  void missingCodeIsAGapAndDecodingGoesOnAtTheNextPsb() {
    PacketEncoder out = new PacketEncoder();
    start(out, 0x999000);
    out.tnt8(0b1, 1);
    out.cbr(20);
    start(out, BASE);
    out.fup(BASE + 3);
    out.tipPgd();
    List<PtError> errors = new ArrayList<>();
    assertThat(decode(out.toByteArray(), image(CODE), errors)).containsExactly(BASE);
    assertThat(errors).containsExactly(PtError.NO_MAP);
  }

  @Test
  void endlessLoopWithoutBranchesIsAnError() {
    PacketEncoder out = new PacketEncoder();
    start(out, BASE);
    out.tnt8(0b1, 1);
    out.fup(0x123456);
    out.tipPgd();
    List<PtError> errors = new ArrayList<>();
    decode(out.toByteArray(), image("ebfe"), errors);
    assertThat(errors).containsExactly(PtError.BAD_QUERY);
  }

  @Test
  void thirtyTwoBitCode() {
    PacketEncoder out = new PacketEncoder();
    out.psb();
    out.modeExec(false, true, false);
    out.fup(BASE);
    out.psbend();
    out.fup(BASE + 2);
    out.tipPgd();
    // 40 and 48 are INC and DEC in 32-bit code, prefixes in 64-bit code.
    List<PtError> errors = new ArrayList<>();
    assertThat(decode(out.toByteArray(), image("404890"), errors)).containsExactly(BASE, BASE + 1);
  }

  private static void start(PacketEncoder out, long ip) {
    out.psb();
    out.modeExec(true, false, false);
    out.fup(ip);
    out.psbend();
  }
}
