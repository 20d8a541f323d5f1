package dev.heisenbug.decode.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.heisenbug.decode.TestData;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.flow.FlowDecoder;
import dev.heisenbug.decode.flow.FlowOptions;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.packet.Errata;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every conformance vector of libipt's own tests: packets and flow come out as its tools print. */
class LibiptVectorsTest {
  private static Stream<Vector> vectors() {
    Optional<Path> file = TestData.traces().map(d -> d.resolve("libipt-vectors/vectors.jsonl"));
    return file.map(f -> Vector.load(f).stream()).orElse(Stream.empty());
  }

  @TestFactory
  Stream<DynamicTest> packets() {
    return vectors()
        .filter(v -> !v.ptdump().isEmpty())
        .map(v -> dynamicTest(v.name(), () -> v.errata().forEach(e -> checkPackets(v, e))));
  }

  private static void checkPackets(Vector v, Errata errata) {
    PerfSideband sideband = new PerfSideband(v, v.ptdumpOptions(), cache -> {});
    PtdumpNotation dump = new PtdumpNotation(v.ptdumpOptions(), v.data(), errata, sideband);
    assertThat(normal(dump.list(errata))).isEqualTo(normal(v.ptdump()));
  }

  @TestFactory
  Stream<DynamicTest> flow() {
    return vectors()
        .filter(v -> !v.ptxed().isEmpty())
        .map(v -> dynamicTest(v.name(), () -> v.errata().forEach(e -> checkFlow(v, e))));
  }

  private static void checkFlow(Vector v, Errata errata) {
    assertThat(normal(flow(v, errata))).isEqualTo(normal(v.ptxed()));
  }

  static List<String> flow(Vector v, Errata errata) {
    String options = v.ptxedOptions();
    FlowOptions flow =
        new FlowOptions(
            new EventOptions(
                errata,
                Vector.time(options),
                Vector.has(options, "--event:iflags"),
                Vector.has(options, "--insn:keep-tcal-on-ovf")),
            v.filter(),
            Vector.has(options, "--event:tick"),
            Vector.has(options, "--block-decoder"));
    FlowDecoder[] decoder = new FlowDecoder[1];
    PerfSideband sideband =
        new PerfSideband(
            v, options, cache -> Optional.ofNullable(decoder[0]).ifPresent(d -> d.use(cache)));
    PtxedNotation out = new PtxedNotation(options, sideband);
    BlockCache cache = new BlockCache(image(v));
    decoder[0] = new FlowDecoder(v.data(), 0, v.trace().length, flow, cache, out);
    decoder[0].run();
    return out.lines();
  }

  private static Image image(Vector v) {
    Image image = new Image();
    if (v.sideband().isEmpty() || v.name().equals("pevent-warn")) {
      MemorySegment code = MemorySegment.ofArray(v.code());
      image.add(new Section(v.address(), v.code().length, code, v.name()));
    }
    return image;
  }

  /** What is layout, or says where libipt's own buffers end, is not compared. */
  private static List<String> normal(List<String> lines) {
    return lines.stream()
        .filter(l -> !l.equals("[block]") && !l.startsWith("blocks:"))
        .filter(l -> !l.equals("[0, 0: config error: unknown cpu]"))
        .map(l -> l.replaceAll("^\\[[0-9a-f]+, [0-9a-f]+: error: ", "[error: "))
        .map(l -> l.replaceAll("\\s+", " ").strip())
        .map(l -> l.replaceAll("^[0-9a-f]{16} (?=PERF)", "$0"))
        .toList();
  }
}
