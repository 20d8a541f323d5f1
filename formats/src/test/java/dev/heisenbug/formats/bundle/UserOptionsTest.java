package dev.heisenbug.formats.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the launcher puts aside comes back for the program. */
class UserOptionsTest {
  @Test
  void whatWasPutAsideComesBack() {
    Map<String, String> environment =
        new HashMap<>(Map.of("HEISENBUG_ASIDE_JAVA_TOOL_OPTIONS", "-Da=b", "PATH", "/bin"));
    assertThat(UserOptions.restore(environment))
        .isEqualTo(Map.of("JAVA_TOOL_OPTIONS", "-Da=b", "PATH", "/bin"));
  }

  @Test
  void whatIsSetWithoutTheLauncherStays() {
    Map<String, String> environment = new HashMap<>(Map.of("_JAVA_OPTIONS", "-Xmx1g"));
    assertThat(UserOptions.restore(environment)).containsEntry("_JAVA_OPTIONS", "-Xmx1g");
  }
}
