package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.RuntimeKind;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;

/**
 * What brings the preload agent into a native program: the variable where the pod sets it, and
 * otherwise the loader's own file, because an image's variable is invisible here and must stay.
 */
final class PreloadOptions {
  private static final String VARIABLE = "LD_PRELOAD";
  private static final String LIBRARY = Injector.MOUNT + "/libheisenbug-preload.so";

  /** Read by glibc alone, so that a program on musl does not stumble over our library. */
  private static final String LIST = "/etc/ld.so.preload";

  private PreloadOptions() {}

  /** What the pod preloads already, or null. An image's own variable cannot be seen here. */
  static EnvVar existing(Container container) {
    return AgentOptions.find(container, VARIABLE);
  }

  /** Whether nothing of the pod's own is in the way. */
  static boolean possible(Container container) {
    EnvVar variable = existing(container);
    return variable == null || variable.getValueFrom() == null;
  }

  /** What is preloaded already stays, and comes first. */
  static void add(Container container, CaptureSpec spec) {
    EnvVar before = existing(container);
    if (before != null) {
      before.setValue(
          before.getValue() == null || before.getValue().isBlank()
              ? LIBRARY
              : before.getValue() + ":" + LIBRARY);
    } else if (listTaken(container)) {
      container.getEnv().add(new EnvVar(VARIABLE, LIBRARY, null));
    } else {
      container
          .getVolumeMounts()
          .add(
              new VolumeMountBuilder()
                  .withName(Injector.VOLUME)
                  .withMountPath(LIST)
                  .withSubPath("ld.so.preload")
                  .withReadOnly(true)
                  .build());
    }
    if (spec.runtime() == RuntimeKind.Auto) {
      // Not in a process of one thread, and not in a JVM, which has its own agent.
      container.getEnv().add(new EnvVar("HEISENBUG_PRELOAD_WHEN", "threads", null));
    }
    container
        .getEnv()
        .addAll(
            List.of(
                new EnvVar("HEISENBUG_PRELOAD_OUT", Injector.MOUNT + "/recordings/%t-%p", null),
                new EnvVar(
                    "HEISENBUG_PRELOAD_CAP", Long.toString(spec.recorder().capBytes()), null)));
  }

  private static boolean listTaken(Container container) {
    return container.getVolumeMounts().stream()
        .map(VolumeMount::getMountPath)
        .anyMatch(path -> path.equals(LIST) || path.equals("/etc") || path.equals("/etc/"));
  }
}
