package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.formats.schedule.Verdict;
import org.junit.jupiter.api.Test;

/** Programs need not take the line for people apart. */
class VerdictJsonTest {
  @Test
  void aVerdictHasItsPartsByName() {
    ObjectNode node = VerdictJson.of(new Verdict.Reproduced(9, 10, "diverged"));
    assertThat(node.get("verdict").asText()).isEqualTo("Reproduced 9/10: diverged");
    assertThat(node.get("result").asText()).isEqualTo("Reproduced");
    assertThat(node.get("times").asInt()).isEqualTo(9);
    assertThat(node.get("runs").asInt()).isEqualTo(10);
    assertThat(node.get("exitCode").asInt()).isEqualTo(2);
  }

  @Test
  void whatIsNotKnownHasAReason() {
    ObjectNode node = VerdictJson.of(new Verdict.Unknown("out of time"));
    assertThat(node.get("result").asText()).isEqualTo("Unknown");
    assertThat(node.get("reason").asText()).isEqualTo("out of time");
    assertThat(node.get("exitCode").asInt()).isEqualTo(3);
  }
}
