package dev.heisenbug.operator.web;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.ReproductionSpec;
import dev.heisenbug.crds.ReproductionStatus;
import dev.heisenbug.operator.observe.Conditions;
import dev.heisenbug.operator.web.Html.Badge;
import dev.heisenbug.operator.web.Html.Link;
import dev.heisenbug.operator.web.Html.Time;
import dev.heisenbug.operator.web.Html.Tone;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The pages: what is captured, and the story of one failure. */
final class Pages {
  private static final int REFRESH_SECONDS = 15;

  private Pages() {}

  static String overview(
      List<HeisenbugCapture> captures, List<HeisenbugReproduction> all, Instant now) {
    Html body = new Html().paragraph(summary(captures, all)).heading("Reproductions");
    if (all.isEmpty()) {
      body.paragraph(
          "No failure was captured yet. A recorded pod that fails shows here within seconds.");
    } else {
      body.table(
          List.of("Reproduction", "Verdict", "Failure", "Workload", "Captured"),
          all.stream()
              .sorted(
                  Comparator.<HeisenbugReproduction, String>comparing(
                          r -> r.getMetadata().getCreationTimestamp())
                      .reversed())
              .map(r -> reproduction(r, now))
              .toList());
    }
    body.heading("Captures");
    if (captures.isEmpty()) {
      body.paragraph("There is none. The smallest one:").lines(smallest());
    } else {
      body.table(
          List.of("Capture", "Ready", "Recorded pods", "Failures", "Reproduced", "What to do"),
          captures.stream().sorted(Comparator.comparing(Pages::name)).map(Pages::capture).toList());
    }
    return Html.page("heisenbug", REFRESH_SECONDS, body);
  }

  private static String summary(List<HeisenbugCapture> captures, List<HeisenbugReproduction> all) {
    long finished = all.stream().filter(r -> status(r).finished()).count();
    long reproduced = all.stream().filter(r -> tone(status(r)) == Tone.good).count();
    int pods =
        captures.stream()
            .filter(c -> c.getStatus() != null && c.getStatus().pods() != null)
            .mapToInt(c -> c.getStatus().pods().instrumented())
            .sum();
    return "%s, %s recorded; %s: %d reproduced, %d not, %d under way."
        .formatted(
            count(captures.size(), "capture"),
            count(pods, "pod"),
            count(all.size(), "failure"),
            reproduced,
            finished - reproduced,
            all.size() - finished);
  }

  private static String count(int n, String word) {
    return n + " " + word + (n == 1 ? "" : "s");
  }

  private static String smallest() {
    return """
        apiVersion: heisenbug.dev/v1alpha1
        kind: HeisenbugCapture
        metadata: {name: orders}
        spec:
          selector: {matchLabels: {app: orders}}""";
  }

  private static List<Object> reproduction(HeisenbugReproduction r, Instant now) {
    String made = r.getMetadata().getCreationTimestamp();
    return Arrays.asList(
        new Link("/r/" + name(r), name(r)),
        verdict(status(r)),
        r.getSpec().failure().type(),
        r.getSpec().source().workload(),
        new Time(made, ago(Duration.between(Instant.parse(made), now))));
  }

  private static List<Object> capture(HeisenbugCapture c) {
    Condition ready =
        c.getStatus() == null ? null : Conditions.find(c.getStatus().conditions(), "Ready");
    if (ready == null) {
      return Arrays.asList(name(c), new Badge("not looked at yet", Tone.open), "", "", "", "");
    }
    boolean good = "True".equals(ready.getStatus());
    return Arrays.asList(
        name(c),
        new Badge(good ? "yes" : ready.getReason(), good ? Tone.good : Tone.bad),
        c.getStatus().pods() == null ? "" : c.getStatus().pods().instrumented(),
        c.getStatus().failures(),
        c.getStatus().reproduced(),
        good ? "" : ready.getMessage());
  }

  /**
   * @param report what the replay tells, or why there is nothing to tell
   */
  static String story(HeisenbugReproduction r, String report) {
    ReproductionSpec spec = r.getSpec();
    ReproductionStatus status = status(r);
    Html body = new Html().raw("<p><a href=\"/\">All reproductions</a></p>\n");
    body.facts(
        List.of(
            fact("Verdict", verdict(status)),
            fact("Failure", spec.failure().type() + orNothing(": ", spec.failure().message())),
            fact("Thread", spec.failure().thread()),
            fact("Signature", spec.failure().signature()),
            fact("Sealed", spec.failure().time()),
            fact("Workload", spec.source().workload()),
            fact("Pod", spec.source().pod() + orNothing(" on ", spec.source().node())),
            fact("Image", spec.source().image()),
            fact("Context switches", status.contextSwitches()),
            fact("Analysis", seconds(status.analysisSeconds())),
            fact("Replay", seconds(status.replaySeconds())),
            fact("Bundle", spec.bundle().key())));
    body.heading("Story").lines(report);
    body.heading("Conditions");
    if (status.conditions().isEmpty()) {
      body.paragraph("The operator has not looked at it yet.");
    } else {
      body.table(
          List.of("Condition", "Status", "Reason", "Message"),
          status.conditions().stream().map(Pages::condition).toList());
    }
    body.heading("Go on").lines(commands(r));
    return Html.page(name(r), status.finished() ? 0 : REFRESH_SECONDS, body);
  }

  private static List<Object> condition(Condition c) {
    boolean wanted = !c.getType().equals("Failed");
    Tone tone =
        switch (c.getStatus()) {
          case "True" -> wanted ? Tone.good : Tone.bad;
          case "False" -> wanted ? Tone.bad : Tone.good;
          default -> Tone.open;
        };
    return Arrays.asList(
        c.getType(), new Badge(c.getStatus(), tone), c.getReason(), c.getMessage());
  }

  private static String commands(HeisenbugReproduction r) {
    String where = r.getMetadata().getName() + " -n " + r.getMetadata().getNamespace();
    return """
        kubectl heisenbug replay %1$s   # here, under a debugger if you like
        kubectl heisenbug pull %1$s     # bundle, schedule and report as files
        kubectl annotate hbr %1$s --overwrite heisenbug.dev/retry=$(date +%%s)"""
        .formatted(where);
  }

  static String name(HasMetadata object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  private static ReproductionStatus status(HeisenbugReproduction r) {
    return r.getStatus() == null ? ReproductionStatus.fresh() : r.getStatus();
  }

  private static Badge verdict(ReproductionStatus status) {
    return new Badge(
        status.finished() ? status.verdict() : status.phase() + orNothing(": ", status.reason()),
        tone(status));
  }

  private static Tone tone(ReproductionStatus status) {
    if (!status.finished()) {
      return Tone.open;
    }
    Condition reproduced = Conditions.find(status.conditions(), "Reproduced");
    return reproduced != null && "True".equals(reproduced.getStatus()) ? Tone.good : Tone.bad;
  }

  private static String ago(Duration since) {
    if (since.toMinutes() < 1) {
      return "just now";
    }
    return since.toHours() < 1
        ? since.toMinutes() + " min ago"
        : since.toDays() < 2 ? since.toHours() + " h ago" : since.toDays() + " days ago";
  }

  private static List<Object> fact(String name, Object value) {
    return Arrays.asList(name, value);
  }

  private static String seconds(Integer count) {
    return count == null ? "" : count + " s";
  }

  private static String orNothing(String before, String value) {
    return value == null || value.isEmpty() ? "" : before + value;
  }
}
