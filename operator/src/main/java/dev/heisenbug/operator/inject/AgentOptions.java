package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.OptionsVariable;
import dev.heisenbug.crds.RecorderClocks;
import dev.heisenbug.crds.RecorderInputs;
import dev.heisenbug.crds.RecorderSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;

/** The option that brings the agent into a JVM, and the variable that carries it. */
final class AgentOptions {
  private AgentOptions() {}

  /** The variable's name. An image's own JAVA_TOOL_OPTIONS cannot be seen here, so it is spared. */
  static String variable(Container container, RecorderSpec recorder) {
    if (recorder.variable() != OptionsVariable.Auto) {
      return recorder.variable().name();
    }
    String tool = OptionsVariable.JAVA_TOOL_OPTIONS.name();
    return find(container, tool) != null ? tool : OptionsVariable.JDK_JAVA_OPTIONS.name();
  }

  /** The variable as the pod has it, or null. */
  static EnvVar existing(Container container, RecorderSpec recorder) {
    return find(container, variable(container, recorder));
  }

  static EnvVar find(Container container, String name) {
    if (container.getEnv() == null) {
      return null;
    }
    return container.getEnv().stream()
        .filter(e -> e.getName().equals(name))
        .findFirst()
        .orElse(null);
  }

  static String option(CaptureSpec spec) {
    RecorderSpec recorder = spec.recorder();
    List<String> options = new ArrayList<>();
    options.add("out=" + Injector.MOUNT + "/recordings/%t-%p");
    options.add("shared");
    options.add("mode=" + recorder.mode().text());
    options.add("cap=" + recorder.cap());
    options.add("hang=" + spec.failures().hangSeconds());
    if (recorder.clocks() != RecorderClocks.SYNC) {
      options.add("clocks=" + recorder.clocks().text());
    }
    if (recorder.inputs() != RecorderInputs.STANDARD) {
      options.add("inputs=" + recorder.inputs().text());
    }
    list(options, "include", recorder.include());
    list(options, "exclude", recorder.exclude());
    list(options, "fail-on", spec.failures().exceptions());
    return "-javaagent:" + Injector.AGENT_JAR + "=" + String.join(",", options);
  }

  private static void list(List<String> options, String key, List<String> values) {
    if (!values.isEmpty()) {
      options.add(key + "=" + String.join(";", values));
    }
  }
}
