package dev.heisenbug.weave.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import org.junit.jupiter.api.Test;

/** The program's threads are told from those that the JDK starts for itself. */
class ThreadRulesTest {
  @Test
  void theVirtualThreadsThatWaitForSocketsAreTheJdks() {
    Thread poller = Thread.ofVirtual().name("SubPoller-", 0).unstarted(() -> {});
    assertThat(ThreadRules.inTree(poller)).isFalse();
  }

  @Test
  void threadsOfTheProgramAreInTheTree() {
    assertThat(ThreadRules.inTree(Thread.ofVirtual().name("worker").unstarted(() -> {}))).isTrue();
    assertThat(ThreadRules.inTree(new Thread(() -> {}, "SubPoller-0"))).isTrue();
  }

  @Test
  void soAreThoseOfTheHttpClientThatTheProgramHasMade() {
    HttpClient client = HttpClient.newHttpClient();
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(t -> t.getName().startsWith("HttpClient-"))
        .isNotEmpty()
        .allMatch(ThreadRules::inTree);
    assertThat(client).isNotNull();
  }
}
