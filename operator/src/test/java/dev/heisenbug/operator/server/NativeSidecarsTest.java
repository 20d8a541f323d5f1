package dev.heisenbug.operator.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeSidecarsTest {
  @ParameterizedTest
  @CsvSource({
    "1.20, false",
    "1.28+, false",
    "v1.28.15-eks-7f9249a, false",
    "1.29, true",
    "1.29+, true",
    "v1.29.4-gke.100, true",
    "v1.36.0, true",
    "2.0, true",
    "nonsense, false"
  })
  void versionsAreReadAsClustersWriteThem(String version, boolean recent) {
    assertThat(NativeSidecars.recent(version)).isEqualTo(recent);
  }
}
