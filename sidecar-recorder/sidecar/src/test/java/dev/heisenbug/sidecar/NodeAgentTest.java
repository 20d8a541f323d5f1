package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.nativerec.preload.PreloadLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With an event that every machine has instead of Intel PT, and a made-up view of processes. */
class NodeAgentTest {
  private static final String POD = "0d9c2a4e-5f6b-4c1d-8e7f-123456789abc";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0::/kubepods/burstable/pod" + POD + "/0123\n",
        "0::/../../pod" + POD + "/0123\n",
        "12:cpu:/kubepods/pod" + POD + "/0123\n11:memory:/x\n",
        "0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod"
            + "0d9c2a4e_5f6b_4c1d_8e7f_123456789abc.slice/cri-containerd-0123.scope\n"
      })
  void thePodOfAProcessIsInItsControlGroup(String cgroup) {
    assertThat(PodProcesses.podOf(cgroup)).isEqualTo(POD);
  }

  @Test
  void otherProcessesAreOfNoPod() {
    assertThat(PodProcesses.podOf("0::/system.slice/kubelet.service\n")).isNull();
  }

  @Test
  void aProcessIsTracedIntoItsRecordingUntilItsEnd() throws Exception {
    assumeTrue(PreloadLibrary.built(), PreloadLibrary.missing());
    assumeTrue(new ProcessBuilder("sh", "-c", "command -v perf").start().waitFor() == 0, "no perf");
    Path recordings = Files.createDirectory(folder.resolve("recordings"));
    Path spool = Files.createDirectory(folder.resolve("spool"));
    Path proc = Files.createDirectory(folder.resolve("proc"));
    NodeAgent agent = new NodeAgent(proc, spool, recordings.toString(), "cpu-clock:u", 1);
    ProcessBuilder builder = new ProcessBuilder("sleep", "3");
    builder.environment().put("LD_PRELOAD", PreloadLibrary.unpack(folder).toString());
    builder.environment().put("HEISENBUG_PRELOAD_OUT", recordings + "/%t-%p");
    Process program = builder.start();
    show(proc, program.pid());
    // Of another container of the pod: the same number there, and the same folder of recordings.
    Process other = new ProcessBuilder("sleep", "3").start();
    show(proc, other.pid());
    Files.delete(proc.resolve(other.pid() + "/status"));
    Files.writeString(
        proc.resolve(other.pid() + "/status"), "NSpid:\t%d\t%d\n".formatted(1, program.pid()));
    agent.look(Set.of("another"));
    assertThat(agent.idle()).isTrue();
    Path run = null;
    while (program.isAlive() || !agent.idle()) {
      agent.look(Set.of(POD));
      List<Path> runs = Folders.list(recordings);
      if (run == null && !runs.isEmpty() && !agent.idle()) {
        run = runs.get(0);
        assertThat(run.resolve(PtRecorder.TRACING)).exists();
      }
      Thread.sleep(20);
    }
    assertThat(run).as("it was attached to").isNotNull();
    assertThat(run.resolve(PtRecorder.TRACING)).doesNotExist();
    assertThat(spool).isEmptyDirectory();
    assumeTrue(Files.exists(run.resolve(NativeFolder.PERF_DATA)), "perf may not record here");
    assertThat(Files.size(run.resolve(NativeFolder.PERF_DATA))).isPositive();
    assertThat(run.resolve(NativeFolder.PT_THREADS))
        .hasContent(program.pid() + "\t" + program.pid());
  }

  /** The process as the kernel shows it, but for its control group. */
  private static void show(Path proc, long pid) throws IOException {
    Path real = Path.of("/proc/" + pid);
    Path shown = Files.createDirectory(proc.resolve(Long.toString(pid)));
    Files.writeString(shown.resolve("cgroup"), "0::/kubepods/pod" + POD + "/0123\n");
    for (String name : List.of("root", "status", "task", "maps")) {
      Files.createSymbolicLink(shown.resolve(name), real.resolve(name));
    }
  }
}
