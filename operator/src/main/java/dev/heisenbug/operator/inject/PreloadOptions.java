package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;

/** The variables that bring the preload agent into a native program. */
final class PreloadOptions {
  private static final String VARIABLE = "LD_PRELOAD";
  private static final String LIBRARY = Injector.MOUNT + "/libheisenbug-preload.so";

  private PreloadOptions() {}

  /** What the pod preloads already, or null. An image's own variable cannot be seen here. */
  static EnvVar existing(Container container) {
    return AgentOptions.find(container, VARIABLE);
  }

  /** What is preloaded already stays, and comes first. */
  static void add(Container container, CaptureSpec spec) {
    EnvVar before = existing(container);
    if (before == null) {
      container.getEnv().add(new EnvVar(VARIABLE, LIBRARY, null));
    } else {
      before.setValue(
          before.getValue() == null || before.getValue().isBlank()
              ? LIBRARY
              : before.getValue() + ":" + LIBRARY);
    }
    container
        .getEnv()
        .addAll(
            List.of(
                new EnvVar("HEISENBUG_PRELOAD_OUT", Injector.MOUNT + "/recordings/%t-%p", null),
                new EnvVar(
                    "HEISENBUG_PRELOAD_CAP", Long.toString(spec.recorder().capBytes()), null)));
  }
}
