package dev.heisenbug.operator.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;

class PagesTest {
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
    String page = Pages.overview(List.of(CAPTURE), List.of(FAILED));
    assertThat(page)
        .contains("<a href=\"/r/shop/orders-1\">shop/orders-1</a>")
        .contains("Reproduced 10/10")
        .contains("Make it.");
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
