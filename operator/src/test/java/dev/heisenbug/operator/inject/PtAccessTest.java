package dev.heisenbug.operator.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.PtMode;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.crds.PtSpec;
import dev.heisenbug.crds.RuntimeKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class PtAccessTest {
  private static final PtNode RECENT =
      PtNode.of("an event was opened; kernel 6.1.0-18, perf_event_paranoid 2");
  private static final PtNode UBUNTU =
      PtNode.of("an event was opened; kernel 6.8.0, perf_event_paranoid 4");
  private static final PtNode OLD =
      PtNode.of("an event was opened; kernel 5.4.0, perf_event_paranoid 1");
  private static final PtAccess.Means ALL = new PtAccess.Means(true, true);
  private static final CaptureSpec NATIVE = spec(PtMode.Sidecar).withRuntime(RuntimeKind.Native);

  @Test
  void theNodeThatAsksForMostDecidesTheCapabilities() {
    assertThat(PtAccess.decide(NATIVE, ALL, List.of(RECENT), null))
        .isEqualTo(new PtAccess.Granted(List.of("PERFMON", "SYS_PTRACE", "IPC_LOCK")));
    for (PtNode other : List.of(UBUNTU, OLD, PtNode.of(null))) {
      assertThat(PtAccess.decide(NATIVE, ALL, List.of(RECENT, other), "privileged"))
          .isEqualTo(new PtAccess.Granted(List.of("SYS_ADMIN", "SYS_PTRACE", "IPC_LOCK")));
    }
  }

  @Test
  void theNodeAgentRecordsWhereTheSidecarIsForbidden() {
    assertThat(PtAccess.decide(spec(PtMode.NodeAgent), ALL, List.of(RECENT), "restricted"))
        .isEqualTo(new PtAccess.ByAgent());
  }

  @Test
  void whatIsNotRecordedHasAReason() {
    List<PtNode> nodes = List.of(RECENT);
    assertThat(reason(NATIVE, ALL, nodes, "restricted")).isEqualTo("PodSecurity");
    assertThat(reason(NATIVE, ALL, nodes, "baseline")).isEqualTo("PodSecurity");
    assertThat(reason(NATIVE, ALL, List.of(), null)).isEqualTo("NoPtNode");
    assertThat(reason(NATIVE, new PtAccess.Means(false, true), nodes, null)).isEqualTo("NoPtImage");
    assertThat(reason(spec(PtMode.NodeAgent), new PtAccess.Means(true, false), nodes, null))
        .isEqualTo("NoNodeAgent");
    assertThat(reason(NATIVE.withRuntime(RuntimeKind.Jvm), ALL, nodes, null))
        .isEqualTo("SoftwareRecording");
    assertThat(reason(CaptureSpec.of(null), ALL, nodes, null)).isEqualTo("NotAsked");
  }

  private static String reason(
      CaptureSpec spec, PtAccess.Means means, List<PtNode> nodes, String level) {
    return PtAccess.decide(spec, means, nodes, level) instanceof PtAccess.Denied denied
        ? denied.reason()
        : null;
  }

  private static CaptureSpec spec(PtMode mode) {
    return CaptureSpec.of(null).withIntelPt(new PtSpec(PtPolicy.Required, mode, null));
  }
}
