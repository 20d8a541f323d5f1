package dev.heisenbug.decode.libipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.flow.FlowOptions;
import dev.heisenbug.decode.packet.Errata;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recorded traces, damaged, through libipt and through our decoder: the same packets, the same
 * instructions up to each error, the same errors, and decoding goes on at the same PSB.
 */
class DifferentialTest {
  private static final int CASES = Integer.getInteger("heisenbug.differential", 8_000);
  private static final long SEED = Long.getLong("heisenbug.differential.seed", 20260101);

  @TempDir Path folder;

  @Test
  void cutTracesDecodeAsInLibipt() throws Exception {
    assertThat(compare(traces(), CASES / 4, TraceMutator::cut)).isEmpty();
  }

  @Test
  void missingCodeIsPassedOverAsInLibipt() throws Exception {
    List<RealTrace> holed = traces().stream().map(RealTrace::withHoles).toList();
    assertThat(compare(holed, CASES / 4, TraceMutator::cut)).isEmpty();
  }

  /**
   * In a few places libipt and we differ knowingly, where packets contradict each other: MODE.Exec
   * and MWAIT bind as in newer versions of it, and 32-bit code does not jump above 4 GiB.
   */
  @Test
  void damagedTracesDecodeAsInLibipt() throws Exception {
    List<String> differences = compare(traces(), CASES, TraceMutator::next);
    assertThat(differences).hasSizeLessThan(Math.max(1, CASES / 200));
  }

  private static List<RealTrace> traces() throws IOException {
    assumeTrue(Peer.available(), "libipt-dev and gcc are not installed");
    List<RealTrace> traces = RealTrace.all();
    assumeTrue(!traces.isEmpty(), "there are no reference traces here");
    return traces;
  }

  private List<String> compare(
      List<RealTrace> traces, int cases, Function<TraceMutator, byte[]> mutation) throws Exception {
    Path program = Peer.build(folder);
    List<String> differences = new ArrayList<>();
    for (RealTrace trace : traces) {
      compare(trace, program, cases / traces.size(), mutation, differences);
    }
    return differences;
  }

  private static void compare(
      RealTrace trace,
      Path program,
      int cases,
      Function<TraceMutator, byte[]> mutation,
      List<String> differences)
      throws IOException {
    int[] cpu = trace.cpu();
    Errata errata = cpu.length == 0 ? Errata.NONE : Errata.of(cpu[0], cpu[1]);
    FlowOptions options = FlowOptions.of(EventOptions.of(errata, trace.time()));
    BlockCache cache = new BlockCache(trace.image());
    TraceMutator mutator = new TraceMutator(trace.bytes(), SEED);
    try (Peer peer = Peer.start(program, trace.image(), cpu, trace.time())) {
      for (int i = 0; i < cases; i++) {
        byte[] bytes = mutation.apply(mutator);
        List<String> theirs = peer.decode(bytes, false);
        List<String> ours = OurLines.of(bytes, options, cache, false);
        boolean comparable = !theirs.contains("endless") && !ours.contains(OurLines.NEWER);
        if (comparable && !pieces(theirs).equals(pieces(ours))) {
          String hex = HexFormat.of().formatHex(bytes);
          List<String> more = OurLines.of(bytes, options, cache, true);
          differences.add(
              trace.name() + " " + hex + "\n" + difference(peer.decode(bytes, true), more));
        }
      }
    }
  }

  /** The packets, and each place decoding started from with what was executed from there. */
  private static List<String> pieces(List<String> lines) {
    List<String> pieces = new ArrayList<>();
    String sync = "";
    for (String line : lines) {
      if (line.startsWith("sync")) {
        sync = line;
      } else if (line.startsWith("packets")) {
        pieces.add(line);
      } else if (line.startsWith("run") && !line.startsWith("run 0 ")) {
        pieces.add(sync + " " + line);
      }
    }
    return pieces;
  }

  static String difference(List<String> libipt, List<String> own) {
    // Events are left out: libipt numbers them, and some come in another order.
    List<String> theirs = libipt.stream().filter(l -> !l.startsWith("e ")).toList();
    List<String> ours = own.stream().filter(l -> !l.startsWith("e ")).toList();
    int at = 0;
    while (at < theirs.size() && at < ours.size() && theirs.get(at).equals(ours.get(at))) {
      at++;
    }
    int from = Math.max(0, at - 3);
    return "  libipt: "
        + theirs.subList(from, Math.min(theirs.size(), at + 3))
        + "\n  ours:   "
        + ours.subList(from, Math.min(ours.size(), at + 3));
  }
}
