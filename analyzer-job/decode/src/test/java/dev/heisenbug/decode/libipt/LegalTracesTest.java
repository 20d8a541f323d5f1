package dev.heisenbug.decode.libipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.flow.FlowOptions;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.packet.Errata;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Made-up programs traced by a made-up processor: what it executed is what is decoded, and libipt
 * says the same, also of a piece from the middle. The system property {@code heisenbug.legal} sets
 * the number of programs.
 */
class LegalTracesTest {
  private static final int CASES = Integer.getInteger("heisenbug.legal", 300);
  private static final long SEED = Long.getLong("heisenbug.legal.seed", 20260101);
  private static final TimeConfig TIME = new TimeConfig(3, 20, 2, 100);

  /** Families and models: none, and those whose errata change how packets are read. */
  private static final int[][] CPUS = {{}, {6, 61, 4}, {6, 94, 3}, {6, 92, 9}, {6, 151, 2}};

  @TempDir Path folder;

  @Test
  void whatWasExecutedIsDecoded() {
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      boolean events = i % 5 == 0;
      Case c =
          new Case(
              SEED + i, new RandomRun.Habits(false, i % 2 == 0, i % 3 == 0, events, false, events));
      List<String> ours =
          OurLines.of(c.trace, options(CPUS[0]), new BlockCache(c.image), true).stream()
              .filter(l -> l.startsWith("i ") || l.startsWith("error"))
              .toList();
      List<String> executed = c.run.executed.stream().map(a -> "i " + Long.toHexString(a)).toList();
      if (!ours.equals(executed)) {
        differences.add("seed " + c.seed + "\n" + DifferentialTest.difference(executed, ours));
      }
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void libiptSaysTheSame() throws Exception {
    assumeTrue(Peer.available(), "libipt-dev and gcc are not installed");
    Path program = Peer.build(folder);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      // The libipt of today's distributions has not heard of event trace.
      RandomRun.Habits habits =
          new RandomRun.Habits(i % 4 > 0, i % 2 == 0, i % 3 == 0, false, i % 3 == 1, false);
      Case c = new Case(SEED + i, habits);
      int[] cpu = CPUS[i % CPUS.length];
      try (Peer peer = Peer.start(program, c.image, cpu, TIME)) {
        for (byte[] trace : List.of(c.trace, c.piece())) {
          List<String> theirs = comparable(peer.decode(trace, true));
          BlockCache cache = new BlockCache(c.image);
          List<String> ours = comparable(OurLines.of(trace, options(cpu), cache, true));
          if (!theirs.equals(ours)) {
            differences.add("seed " + c.seed + "\n" + DifferentialTest.difference(theirs, ours));
          }
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  private static FlowOptions options(int[] cpu) {
    Errata errata = cpu.length == 0 ? Errata.NONE : Errata.of(cpu[0], cpu[1]);
    return FlowOptions.of(EventOptions.of(errata, TIME));
  }

  private static List<String> comparable(List<String> lines) {
    List<String> list =
        lines.stream().filter(l -> !l.startsWith("e ") && !l.equals(OurLines.NEWER)).toList();
    // A last PSB+ with nothing behind it is a place to start from or not.
    boolean empty = list.getLast().startsWith("run 0 ");
    return empty ? list.subList(0, list.size() - 2) : list;
  }

  /** One program with its trace. */
  private static final class Case {
    final long seed;
    final Image image = new Image();
    final RandomRun run;
    final byte[] trace;
    private final SplittableRandom random;

    Case(long seed, RandomRun.Habits habits) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      RandomCode[] codes = {
        new RandomCode(random, 0x5555_0000_1000L + random.nextInt(5000), 64, habits.filter()),
        new RandomCode(random, 0x7fff_f7a0_0ff3L, 64, habits.filter()),
        new RandomCode(random, 0x0804_8000L + random.nextInt(5000), 32, habits.filter())
      };
      for (RandomCode code : codes) {
        byte[] bytes = code.bytes();
        image.add(new Section(code.base(), bytes.length, MemorySegment.ofArray(bytes), "code"));
      }
      run = new RandomRun(random, habits, codes);
      trace = run.run(random.nextInt(20, 400));
    }

    /** As a ring buffer leaves it: from anywhere to anywhere. */
    byte[] piece() {
      int from = random.nextInt(trace.length);
      return Arrays.copyOfRange(trace, from, random.nextInt(from, trace.length) + 1);
    }
  }
}
