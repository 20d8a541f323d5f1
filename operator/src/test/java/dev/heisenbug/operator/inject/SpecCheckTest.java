package dev.heisenbug.operator.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.CaptureSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecCheckTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "selector: {matchLabels: {'a b': c}} | spec.selector.matchLabels",
        "selector: {matchLabels: {a: 'b c'}} | spec.selector.matchLabels",
        "selector: {matchExpressions: [{key: a, operator: Equals, values: [b]}]} | spec.selector.matchExpressions[0].operator",
        "selector: {matchExpressions: [{key: a, operator: In}]} | spec.selector.matchExpressions[0].values",
        "selector: {matchExpressions: [{key: a, operator: Exists, values: [b]}]} | spec.selector.matchExpressions[0].values",
        "selector: {matchExpressions: [{key: '', operator: Exists}]} | spec.selector.matchExpressions[0].key",
        "recorder: {resources: {limits: {memory: lots}}} | spec.recorder.resources.limits.memory",
        "recorder: {resources: {limits: {memory: 1Gi}, requests: {memory: 2Gi}}} | spec.recorder.resources.requests.memory",
        "recorder: {resources: {limits: {cpu: -1}}} | spec.recorder.resources.limits.cpu",
        "analysis: {resources: {requests: {cpu: x}}} | spec.analysis.resources.requests.cpu",
        "replay: {resources: {requests: {cpu: 1x}}} | spec.replay.resources.requests.cpu"
      })
  void theFieldIsNamed(String yaml, String field) {
    assertThat(SpecCheck.problem(spec(yaml)).orElseThrow()).startsWith(field);
  }

  @Test
  void whatIsRightHasNoProblem() {
    String yaml =
        """
        selector:
          matchLabels: {app.kubernetes.io/name: orders, empty: ""}
          matchExpressions: [{key: tier, operator: NotIn, values: [test]}, {key: x, operator: Exists}]
        recorder: {resources: {requests: {cpu: 10m, memory: 64Mi}, limits: {cpu: "1.5", memory: 1e9}}}
        """;
    assertThat(SpecCheck.problem(spec(yaml))).isEmpty();
    assertThat(Selection.problem(spec(yaml))).isEmpty();
  }

  private static CaptureSpec spec(String yaml) {
    return Serialization.unmarshal(yaml, CaptureSpec.class);
  }
}
