package dev.heisenbug.operator.web;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.ReproductionSpec;
import dev.heisenbug.crds.ReproductionStatus;
import dev.heisenbug.operator.observe.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.List;

/** The pages: what is captured, and the story of one failure. */
final class Pages {
  private Pages() {}

  static String overview(List<HeisenbugCapture> captures, List<HeisenbugReproduction> all) {
    Html body = new Html().raw("<h2>Reproductions</h2>\n<table>");
    body.head("Reproduction", "Verdict", "Phase", "Failure", "Workload", "Since");
    all.stream()
        .sorted(
            Comparator.<HeisenbugReproduction, String>comparing(
                    r -> r.getMetadata().getCreationTimestamp())
                .reversed())
        .forEach(r -> reproduction(body, r));
    if (all.isEmpty()) {
      body.row("No failure was captured yet.");
    }
    body.raw("</table>\n<h2>Captures</h2>\n<table>");
    body.head("Capture", "Ready", "Recorded pods", "Failures", "Reproduced", "What to do");
    captures.stream().sorted(Comparator.comparing(Pages::name)).forEach(c -> capture(body, c));
    if (captures.isEmpty()) {
      body.row("There is none: kubectl apply -f k8s-examples/capture-minimal.yaml.");
    }
    return Html.page("heisenbug", body.raw("</table>\n"));
  }

  private static void reproduction(Html body, HeisenbugReproduction r) {
    ReproductionStatus status = status(r);
    body.row(
        new Html.Link("/r/" + name(r), name(r)),
        status.verdict(),
        status.phase(),
        r.getSpec().failure().type(),
        r.getSpec().source().workload(),
        r.getMetadata().getCreationTimestamp());
  }

  private static void capture(Html body, HeisenbugCapture c) {
    Condition ready =
        c.getStatus() == null ? null : Conditions.find(c.getStatus().conditions(), "Ready");
    boolean known = ready != null;
    body.row(
        name(c),
        known ? ready.getStatus() : "",
        known && c.getStatus().pods() != null ? c.getStatus().pods().instrumented() : "",
        known ? c.getStatus().failures() : "",
        known ? c.getStatus().reproduced() : "",
        known && !"True".equals(ready.getStatus()) ? ready.getMessage() : "");
  }

  /**
   * @param report what the replay tells, or why there is nothing to tell
   */
  static String story(HeisenbugReproduction r, String report) {
    ReproductionSpec spec = r.getSpec();
    ReproductionStatus status = status(r);
    Html body = new Html().raw("<p><a href=\"/\">All reproductions</a></p>\n<table>");
    body.fact("Verdict", status.verdict() == null ? "none yet" : status.verdict());
    body.fact("Failure", spec.failure().type() + orNothing(": ", spec.failure().message()));
    body.fact("Thread", spec.failure().thread());
    body.fact("Signature", spec.failure().signature());
    body.fact("Sealed", spec.failure().time());
    body.fact("Workload", spec.source().workload());
    body.fact("Pod", spec.source().pod() + orNothing(" on ", spec.source().node()));
    body.fact("Image", spec.source().image());
    body.fact("Context switches", status.contextSwitches());
    body.fact("Analysis", seconds(status.analysisSeconds()));
    body.fact("Replay", seconds(status.replaySeconds()));
    body.fact("Bundle", spec.bundle().key());
    body.raw("</table>\n<h2>Conditions</h2>\n<table>");
    body.head("Condition", "Status", "Reason", "Message");
    for (Condition c : status.conditions()) {
      body.row(c.getType(), c.getStatus(), c.getReason(), c.getMessage());
    }
    body.raw("</table>\n<h2>Story</h2>\n<pre>").text(report).raw("</pre>\n");
    return Html.page(name(r), body);
  }

  static String name(HasMetadata object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  private static ReproductionStatus status(HeisenbugReproduction r) {
    return r.getStatus() == null ? ReproductionStatus.fresh() : r.getStatus();
  }

  private static String seconds(Integer count) {
    return count == null ? "" : count + " s";
  }

  private static String orNothing(String before, String value) {
    return value == null || value.isEmpty() ? "" : before + value;
  }
}
