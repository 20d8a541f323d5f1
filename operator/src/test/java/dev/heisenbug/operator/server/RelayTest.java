package dev.heisenbug.operator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RelayTest {
  private static final String URL =
      "https://s3.example.com/b/k?X-Amz-Signature=ab%2Fcd&partNumber=1";

  @Test
  void aLinkOpensToWhatItWasMadeOf() {
    Map<String, String> query = query(Relay.sign("key", URL, "trust"));
    assertThat(Relay.open("key", query.get("to"), query.get("trust"), query.get("sum")))
        .contains(URL);
  }

  @Test
  void nobodyElseMakesOrChangesLinks() {
    Map<String, String> query = query(Relay.sign("key", URL, "trust"));
    Map<String, String> other = query(Relay.sign("key", "http://169.254.169.254/", "trust"));
    assertThat(Relay.open("renewed", query.get("to"), "trust", query.get("sum"))).isEmpty();
    assertThat(Relay.open("key", other.get("to"), "trust", query.get("sum"))).isEmpty();
    assertThat(Relay.open("key", query.get("to"), "", query.get("sum"))).isEmpty();
    assertThat(Relay.open("key", query.get("to"), "trust", null)).isEmpty();
    assertThat(Relay.open("key", null, "trust", query.get("sum"))).isEmpty();
    assertThat(Relay.open("key", "%%%", "trust", query.get("sum"))).isEmpty();
  }

  @Test
  void authoritiesAreToldApartAndPublicOnesHaveNoName() {
    assertThat(Relay.fingerprint(" \n")).isEmpty();
    assertThat(Relay.fingerprint("a")).isEqualTo(Relay.fingerprint("a\n"));
    assertThat(Relay.fingerprint("a")).isNotEqualTo(Relay.fingerprint("b"));
  }

  private static Map<String, String> query(String text) {
    return Arrays.stream(URI.create("https://o/v1/relay?" + text).getQuery().split("&"))
        .map(p -> p.split("=", 2))
        .collect(Collectors.toMap(p -> p[0], p -> p[1]));
  }
}
