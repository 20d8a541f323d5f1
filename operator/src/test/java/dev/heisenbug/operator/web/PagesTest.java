package dev.heisenbug.operator.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PagesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T01:30:00Z");

  private static final HeisenbugReproduction FAILED =
      Serialization.unmarshal(
          """
          {"metadata": {"name": "orders-1", "namespace": "shop",
             "creationTimestamp": "2026-01-01T00:00:00Z"},
           "spec": {"capture": "orders",
             "source": {"workload": "Deployment/orders", "pod": "orders-x"},
             "bundle": {"bucket": "b", "key": "k", "bytes": 1},
             "failure": {"type": "Bad", "message": "<script>alert(1)</script>", "signature": "s"}},
           "status": {"phase": "Finished", "verdict": "Reproduced 10/10",
             "conditions": [{"type": "Reproduced", "status": "True", "reason": "All",
               "message": "10 & more"}]}}
          """,
          HeisenbugReproduction.class);

  private static final HeisenbugCapture CAPTURE =
      Serialization.unmarshal(
          """
          {"metadata": {"name": "orders", "namespace": "shop"}, "spec": {},
           "status": {"conditions": [{"type": "Ready", "status": "False",
             "reason": "NoSuchBucket", "message": "Make it."}]}}
          """,
          HeisenbugCapture.class);

  @Test
  void theOverviewLeadsToEveryStoryAndSaysWhatIsWrong() {
    String page = Pages.overview(List.of(CAPTURE), List.of(FAILED), NOW);
    assertThat(page)
        .contains("<a href=\"/r/shop/orders-1\">shop/orders-1</a>")
        .contains("Reproduced 10/10")
        .contains("Make it.")
        .contains("<span class=\"bad\">NoSuchBucket</span>")
        .contains("1 failure: 1 reproduced, 0 not, 0 under way")
        .contains("<span title=\"2026-01-01T00:00:00Z\">1 h ago</span>");
  }

  @Test
  void anEmptyClusterSaysHowToBegin() {
    assertThat(Pages.overview(List.of(), List.of(), NOW))
        .contains("No failure was captured yet", "kind: HeisenbugCapture")
        .doesNotContain("<table");
  }

  @Test
  void whatIsStuckShowsWhyAndLooksAgain() {
    HeisenbugReproduction stuck =
        Serialization.unmarshal(
            Serialization.asJson(FAILED)
                .replace("\"verdict\":\"Reproduced 10/10\"", "\"reason\":\"FailedMount\"")
                .replace("Finished", "Analyzing"),
            HeisenbugReproduction.class);
    assertThat(Pages.overview(List.of(), List.of(stuck), NOW))
        .contains("<span class=\"open\">Analyzing: FailedMount</span>");
    assertThat(Pages.story(stuck, "")).contains("http-equiv=\"refresh\"");
    assertThat(Pages.story(FAILED, "")).doesNotContain("http-equiv=\"refresh\"");
  }

  @Test
  void aStoryHoldsVerdictConditionsAndReportAsTextOnly() {
    String page = Pages.story(FAILED, "<b>Main.board</b>");
    assertThat(page)
        .contains("Reproduced 10/10", "10 &amp; more", "&lt;b&gt;Main.board&lt;/b&gt;")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<script>");
  }
}
