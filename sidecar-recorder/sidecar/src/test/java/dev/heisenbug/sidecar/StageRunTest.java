package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.formats.transfer.StageResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageRunTest {
  @TempDir Path work;

  @Test
  void exitCodeAndOutputBecomeTheResult() throws Exception {
    int code =
        StageRun.run(work, List.of("sh", "-c", "echo '{\"verdict\": 1}'; echo oops >&2; exit 3"));
    StageResult result =
        new ObjectMapper().readValue(work.resolve(StageRun.RESULT).toFile(), StageResult.class);
    assertThat(code).as("the container itself succeeds").isZero();
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.output().strip()).isEqualTo("{\"verdict\": 1}");
    assertThat(result.errors().strip()).isEqualTo("oops");
  }
}
