package dev.heisenbug.operator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.formats.transfer.StageResult;
import org.junit.jupiter.api.Test;

class StageOutcomeTest {
  @Test
  void analysisEndsInAScheduleOrAVerdict() {
    assertThat(analyze(0, "{\"contextSwitches\": 4}")).isEqualTo(new StageOutcome.Scheduled(4));
    assertThat(analyze(2, "{\"text\": \"Infeasible: no order\"}"))
        .isEqualTo(new StageOutcome.Decided(new Verdict.NotReproduced("no order")));
    assertThat(analyze(3, "{\"text\": \"Unknown: out of time\"}"))
        .isEqualTo(new StageOutcome.Decided(new Verdict.Unknown("out of time")));
  }

  @Test
  void replayEndsInAVerdict() {
    assertThat(replay(0, "{\"verdict\": \"Reproduced 10/10\"}"))
        .isEqualTo(new StageOutcome.Decided(new Verdict.Reproduced(10, 10)));
    assertThat(replay(2, "{\"verdict\": \"Reproduced 9/10: run 4 ended with status timeout\"}"))
        .isEqualTo(
            new StageOutcome.Decided(
                new Verdict.Reproduced(9, 10, "run 4 ended with status timeout")));
    assertThat(replay(2, "{\"verdict\": \"NotReproduced: diverged at 3\"}"))
        .isEqualTo(new StageOutcome.Decided(new Verdict.NotReproduced("diverged at 3")));
  }

  @Test
  void faultsOfTheToolsAreNoVerdict() {
    assertThat(analyze(1, "")).isEqualTo(new StageOutcome.Broken("it broke"));
    assertThat(replay(0, "no json")).isInstanceOf(StageOutcome.Broken.class);
    assertThat(StageOutcome.of(Stage.REPLAY, new StageResult(137, 1, null, null)))
        .isEqualTo(new StageOutcome.Broken("the command ended with status 137"));
  }

  private static StageOutcome analyze(int code, String output) {
    return StageOutcome.of(Stage.ANALYZE, new StageResult(code, 1, output, "first\nit broke"));
  }

  private static StageOutcome replay(int code, String output) {
    return StageOutcome.of(Stage.REPLAY, new StageResult(code, 1, output, ""));
  }
}
