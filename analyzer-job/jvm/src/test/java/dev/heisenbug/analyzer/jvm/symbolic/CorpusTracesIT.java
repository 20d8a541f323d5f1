package dev.heisenbug.analyzer.jvm.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.corpus.Corpus;
import dev.heisenbug.corpus.CorpusProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs of the corpus give a trace that is true of the run they came from: every fourth, or all
 * of them with {@code -Dheisenbug.corpus=all}, which takes some minutes, or the one that it names.
 */
class CorpusTracesIT {
  /** Programs that spin can log hundreds of megabytes; the others say enough. */
  private static final long MAX_LOG = 20_000_000;

  @TempDir Path temp;

  static List<CorpusProgram> programs() {
    List<CorpusProgram> all = Corpus.find(ControlledRun.projectRoot());
    String wanted = System.getProperty("heisenbug.corpus", "");
    if (all.stream().anyMatch(p -> p.name().equals(wanted))) {
      return all.stream().filter(p -> p.name().equals(wanted)).toList();
    }
    int step = wanted.equals("all") ? 1 : 4;
    return IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get).toList();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theObservedOrderGivesTheObservedValues(CorpusProgram program) throws IOException {
    Path classes = Files.createDirectories(temp.resolve("classes"));
    program.compile(ControlledRun.JDK_25, classes);
    Path dir = temp.resolve("run");
    ControlledRun.random(ControlledRun.JDK_25, classes, dir, 1);
    if (Files.size(dir.resolve("run.log")) < MAX_LOG) {
      SymbolicRun run = SymbolicRun.read(dir, Options.defaults().keep(BranchKeeping.NONE));
      assertThat(Observed.fault(run.trace())).isEmpty();
    }
  }
}
