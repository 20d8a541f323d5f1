package dev.heisenbug.operator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.operator.observe.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final Progress progress = new Progress(new HeisenbugReproduction());

  @Test
  void aStuckJobIsNewsOnceAndOverWhenItGoesOn() {
    JobState.Stuck stuck = new JobState.Stuck("FailedMount", "configmap not found");
    assertThat(progress.stuck("Analyzed", stuck)).isTrue();
    assertThat(progress.stuck("Analyzed", stuck)).isFalse();
    assertThat(progress.status().reason()).isEqualTo("FailedMount");
    progress.unstuck("Analyzed");
    assertThat(progress.status().reason()).isNull();
    assertThat(progress.status().conditions()).isEmpty();
    assertThat(progress.stuck("Analyzed", stuck)).isTrue();
  }

  @Test
  void whatJobsLackIsSaidWithWhatToDo() {
    progress.environment(List.of(), List.of());
    assertThat(environment().getStatus()).isEqualTo("True");
    progress.environment(List.of("data"), List.of());
    assertThat(environment().getReason()).isEqualTo("VolumesEmpty");
    progress.environment(List.of("data"), List.of("unpack"));
    assertThat(environment().getReason()).isEqualTo("InitContainersNotRun");
    assertThat(environment().getMessage()).contains("unpack", "spec.jobs.initContainers", "data");
    assertThat(progress.status().reason()).isNull();
  }

  @Test
  void theReasonOfABrokenStageComesBeforeThatOfTheVerdict() {
    progress.decide(new Verdict.Reproduced(10, 10));
    assertThat(progress.status().reason()).isEqualTo("Replayed");
    progress.conditions().set("Failed", true, "DeadlineExceeded", "the Job ran out of its time");
    assertThat(progress.status().reason()).isEqualTo("DeadlineExceeded");
  }

  private Condition environment() {
    return Conditions.find(progress.status().conditions(), "EnvironmentComplete");
  }
}
