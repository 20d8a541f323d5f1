package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.nativerec.preload.PreloadLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With an event that every machine has instead of Intel PT. */
class PtRecorderTest {
  @TempDir Path folder;

  @Test
  void aProcessOfThePreloadAgentIsTracedUntilItsEnd() throws Exception {
    assumeTrue(PreloadLibrary.built(), PreloadLibrary.missing());
    assumeTrue(new ProcessBuilder("sh", "-c", "command -v perf").start().waitFor() == 0, "no perf");
    Path recordings = Files.createDirectory(folder.resolve("recordings"));
    PtRecorder recorder = new PtRecorder(recordings, "cpu-clock:u", 1);
    ProcessBuilder builder = new ProcessBuilder("sleep", "3");
    builder.environment().put("LD_PRELOAD", PreloadLibrary.unpack(folder).toString());
    builder.environment().put("HEISENBUG_PRELOAD_OUT", recordings + "/%t-%p");
    Process program = builder.start();
    Path run = null;
    while (program.isAlive() || !recorder.idle()) {
      recorder.look();
      List<Path> runs = Folders.list(recordings);
      if (run == null && !runs.isEmpty() && !recorder.idle()) {
        run = runs.get(0);
        assertThat(run.resolve(PtRecorder.TRACING)).exists();
      }
      Thread.sleep(20);
    }
    assertThat(run).as("it was attached to").isNotNull();
    assertThat(run.resolve(PtRecorder.TRACING)).doesNotExist();
    Path data = run.resolve(NativeFolder.PERF_DATA);
    assumeTrue(Files.exists(data), "perf may not record here");
    assertThat(Files.size(data)).isPositive();
    assertThat(Files.getPosixFilePermissions(data)).contains(PosixFilePermission.OTHERS_READ);
  }
}
