package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debian's Prometheus scrapes the operator, and understands the chart's alert rules. */
class MonitoringIT extends Scenario {
  private static final String ADDRESS = "127.0.0.1:19090";

  @TempDir Path folder;

  @Test
  void prometheusScrapesTheOperatorAndEvaluatesTheAlerts() throws Exception {
    Path alerts = Project.chart().resolve("files/alerts.yaml");
    assertThat(Project.run(List.of("promtool", "check", "rules", alerts.toString())))
        .contains("SUCCESS");
    capture("monitored", "nothing");
    Path configuration = folder.resolve("prometheus.yml");
    Files.writeString(
        configuration,
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: ["%s"]
        scrape_configs:
          - job_name: heisenbug
            static_configs: [{targets: ["%s:8080", "%s:8080"]}]
        """
            .formatted(alerts, Installation.OPERATOR_IP, webhookIp()));
    Process prometheus =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=" + ADDRESS)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      await("captures are counted", SOON, () -> value("heisenbug_captures") >= 1);
      await("both", SOON, () -> value("count(heisenbug_certificate_expiry_seconds)") == 2);
      assertThat(value("min(heisenbug_certificate_expiry_seconds)")).isGreaterThan(24 * 3600.0);
      assertThat(value("count(heisenbug_reproductions)")).isEqualTo(4);
      assertThat(value("count(ALERTS{alertstate=\"firing\"}) or vector(0)")).isZero();
    } finally {
      prometheus.destroy();
      prometheus.waitFor();
    }
  }

  /** A query's single value, -1 while there is none. */
  private static double value(String query) {
    try {
      String url =
          "http://"
              + ADDRESS
              + "/api/v1/query?query="
              + URLEncoder.encode(query, StandardCharsets.UTF_8);
      String body = Http.text(url);
      JsonNode result = new ObjectMapper().readTree(body).at("/data/result/0/value/1");
      return result.isMissingNode() ? -1 : result.asDouble();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}
