package dev.heisenbug.operator.capture;

import dev.heisenbug.crds.CaptureStatus;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.operator.observe.Conditions;
import dev.heisenbug.operator.observe.Events;
import io.fabric8.kubernetes.api.model.Condition;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;

/** Tells of a condition when it turns bad, changes its reason or becomes good again; only then. */
@ApplicationScoped
public class ConditionEvents {
  private static final List<String> TYPES =
      List.of(
          "StorageReachable",
          "NodesAvailable",
          Assessor.NAMESPACES,
          "PtRecording",
          "InjectionActive");

  private final Events events;

  public ConditionEvents(Events events) {
    this.events = events;
  }

  void tell(HeisenbugCapture capture, CaptureStatus after) {
    CaptureStatus before = capture.getStatus();
    for (String type : TYPES) {
      Condition was = before == null ? null : Conditions.find(before.conditions(), type);
      Condition is = Conditions.find(after.conditions(), type);
      if (is == null || was != null && Objects.equals(was.getReason(), is.getReason())) {
        continue;
      }
      if (!"True".equals(is.getStatus())) {
        events.warning(capture, is.getReason(), is.getMessage());
      } else if (was != null && !"True".equals(was.getStatus())
          || Assessor.NO_PODS.equals(is.getReason())) {
        events.normal(capture, is.getReason(), is.getMessage());
      }
    }
  }
}
