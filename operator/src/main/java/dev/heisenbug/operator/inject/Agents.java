package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import io.fabric8.kubernetes.api.model.Container;
import java.util.List;

/**
 * Which agents a container gets. What its image holds cannot be seen when the pod is made, so that
 * {@code Auto} is both wherever the pod itself does not tell: each leaves the other kind alone.
 */
enum Agents {
  JVM,
  NATIVE,
  BOTH;

  static Agents of(CaptureSpec spec, Container container) {
    return switch (spec.runtime()) {
      case Jvm -> JVM;
      case Native -> NATIVE;
      case Auto -> saysJava(container) || !PreloadOptions.possible(container) ? JVM : BOTH;
    };
  }

  boolean jvm() {
    return this != NATIVE;
  }

  boolean preload() {
    return this != JVM;
  }

  private static boolean saysJava(Container container) {
    for (String variable :
        List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "JAVA_OPTS", "JAVA_HOME")) {
      if (AgentOptions.find(container, variable) != null) {
        return true;
      }
    }
    List<String> command = container.getCommand();
    return command != null
        && !command.isEmpty()
        && (command.get(0).equals("java") || command.get(0).endsWith("/java"));
  }
}
