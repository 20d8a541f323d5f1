package dev.heisenbug.nativerec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.preload.PreloadLog;
import dev.heisenbug.nativerec.preload.PreloadLibrary;
import dev.heisenbug.nativerec.pt.PerfCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The preload agent and perf on real programs. */
final class LiveRecorderIT {
  @TempDir Path folder;

  private NativeResult.Recorded record(PerfCommand perf, String... command) throws Exception {
    return (NativeResult.Recorded) new LiveRecorder(Tools.options(folder, 1, command), perf).run();
  }

  private static List<PreloadLog> logs(Path bundle) throws Exception {
    List<PreloadLog> logs = new ArrayList<>();
    try (Stream<Path> files = Files.list(bundle)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".hpl")).sorted().toList()) {
        logs.add(PreloadLog.read(file));
      }
    }
    return logs;
  }

  @Test
  void lockVersionsAreDenseAndInClockOrder() throws Exception {
    assumeTrue(Tools.there("gcc") && PreloadLibrary.built());
    Path program = Tools.compile(Tools.corpus().resolve("holds/locked_counter.c"), folder);
    NativeResult.Recorded recorded = record(null, program.toString());
    Map<Long, Long> clockOfVersion = new TreeMap<>();
    Set<String> trees = new HashSet<>();
    Map<Long, Integer> perLock = new TreeMap<>();
    for (PreloadLog log : logs(recorded.folder())) {
      trees.add(log.tree());
      for (int i = 0; i < log.size(); i++) {
        PreloadLog.Entry e = log.get(i);
        if (e.op() == PreloadLog.Op.LOCK) {
          perLock.merge(e.object(), 1, Integer::sum);
          if (!log.tree().equals("0")) {
            assertThat(clockOfVersion.put(e.value(), e.tsc())).isNull();
          }
        }
      }
    }
    assertThat(trees).containsExactlyInAnyOrder("0", "0.1", "0.2");
    assertThat(perLock.values()).contains(100);
    assertThat(clockOfVersion).hasSize(100).containsKeys(1L, 100L);
    assertThat(new ArrayList<>(clockOfVersion.values())).isSorted();
  }

  /** Far more records than the window holds, then the end nobody can prepare for. */
  @Test
  void killedProgramLosesNoRecord() throws Exception {
    assumeTrue(Tools.there("gcc") && PreloadLibrary.built());
    Path source = folder.resolve("busy.c");
    Files.writeString(
        source,
        """
        #include <pthread.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <unistd.h>
        int main(void) {
          pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
          for (int i = 0; i < 30000; i++) {
            pthread_mutex_lock(&m);
            pthread_mutex_unlock(&m);
          }
          kill(getpid(), SIGKILL);
        }
        """);
    NativeResult.Recorded recorded = record(null, Tools.compile(source, folder).toString());
    PreloadLog log = logs(recorded.folder()).get(0);
    long version = 0;
    long clock = 0;
    for (int i = 0; i < log.size(); i++) {
      PreloadLog.Entry e = log.get(i);
      assertThat(e.tsc()).isGreaterThanOrEqualTo(clock);
      clock = e.tsc();
      if (e.op() == PreloadLog.Op.LOCK) {
        assertThat(e.value()).isEqualTo(++version);
        assertThat(log.get(i + 1).op()).isEqualTo(PreloadLog.Op.UNLOCK);
        assertThat(log.get(i + 1).object()).isEqualTo(e.object());
      }
    }
    assertThat(version).isEqualTo(30_000);
    assertThat(recorded.manifest().failure().type()).isEqualTo("SIGKILL");
  }

  @Test
  void deadlockIsSeenFromOutside() throws Exception {
    assumeTrue(Tools.there("gcc") && PreloadLibrary.built());
    Path source = folder.resolve("stuck.c");
    Files.writeString(
        source,
        """
        #include <pthread.h>
        static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
        static pthread_barrier_t both;
        static void *other(void *unused) {
          pthread_mutex_lock(&b);
          pthread_barrier_wait(&both);
          pthread_mutex_lock(&a);
          return unused;
        }
        int main(void) {
          pthread_t t;
          pthread_barrier_init(&both, 0, 2);
          pthread_mutex_lock(&a);
          pthread_create(&t, 0, other, 0);
          pthread_barrier_wait(&both);
          pthread_mutex_lock(&b);
        }
        """);
    NativeResult.Recorded recorded = record(null, Tools.compile(source, folder).toString());
    assumeTrue(recorded.manifest().failure() != null, "/proc may not be looked at here");
    assertThat(recorded.manifest().failure().kind()).isEqualTo(FailureKind.DEADLOCK);
    assertThat(recorded.manifest().failure().signature()).isEqualTo("deadlock:0,0.1");
  }

  @Test
  void forksAndExecsGetLogsOfTheirOwn() throws Exception {
    assumeTrue(Tools.there("gcc") && PreloadLibrary.built());
    Path program = Tools.compile(Tools.corpus().resolve("holds/fork_exec.c"), folder);
    NativeResult.Recorded recorded = record(null, program.toString());
    assertThat(recorded.exitCode()).isZero();
    assertThat(logs(recorded.folder()).stream().map(PreloadLog::pid).distinct()).hasSize(2);
  }

  @Test
  void crashIsNotedWithThread() throws Exception {
    assumeTrue(PreloadLibrary.built());
    NativeResult.Recorded recorded = record(null, "sh", "-c", "kill -SEGV $$");
    assertThat(recorded.manifest().failure().kind()).isEqualTo(FailureKind.SIGNAL);
    assertThat(recorded.manifest().failure().type()).isEqualTo("SIGSEGV");
    assertThat(recorded.manifest().failure().thread()).isEqualTo("0");
  }

  @Test
  void perfRecordsAndBinariesAreCollected() throws Exception {
    assumeTrue(Tools.there("perf"));
    PerfCommand software =
        new PerfCommand("cpu-clock:u", PerfCommand.Mode.FULL, 1, Path.of("perf.data"));
    NativeResult.Recorded recorded =
        record(software, "sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
    assumeTrue(Files.exists(recorded.folder().resolve("perf.data")), "perf may not record here");
    assertThat(Files.readString(recorded.folder().resolve("binaries.tsv"))).contains("bin-");
    assertThat(recorded.folder().resolve("calibration.json")).exists();
  }

  @Test
  void withoutPtOneSentenceNamesTheAlternative() throws Exception {
    assumeTrue(!PerfCommand.ptAvailable());
    NativeResult result =
        LiveRecorder.pt(Tools.options(folder, 1, "true"), PerfCommand.Mode.SNAPSHOT);
    assertThat(((NativeResult.Unsupported) result).sentence())
        .contains("no Intel PT")
        .contains("soft-pt");
  }
}
