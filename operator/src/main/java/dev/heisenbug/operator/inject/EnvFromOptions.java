package dev.heisenbug.operator.inject;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Options for JVMs that a container may have from a whole ConfigMap or Secret. A variable of ours
 * would hide them, and what is in there cannot be seen when the pod is made: the container that
 * brings the agent is given that one key of each, where it exists, and writes it to a file that our
 * variable names.
 */
final class EnvFromOptions {
  private static final String FILE = Injector.MOUNT + "/heisenbug-user-options";

  private EnvFromOptions() {}

  /** Whether the variable may come from there. */
  static boolean possible(Container container, String variable) {
    return !references(container, variable).isEmpty();
  }

  /** What takes the place of the hidden options in our variable. */
  static String placeholder(String variable) {
    return (variable.equals("JDK_JAVA_OPTIONS") ? "@" : "-XX:VMOptionsFile=") + FILE;
  }

  /** Lets the installer write the file, which is there in any case. */
  static void tell(Container installer, Container target, String variable) {
    List<EnvVar> env = new ArrayList<>(installer.getEnv());
    env.addAll(references(target, variable));
    env.add(new EnvVar("HEISENBUG_OPTIONS_VARIABLE", variable, null));
    env.add(new EnvVar("HEISENBUG_OPTIONS_FILE", FILE, null));
    installer.setEnv(env);
  }

  /** One variable for each source, in their order: the last one that has the key counts. */
  private static List<EnvVar> references(Container container, String variable) {
    List<EnvVar> found = new ArrayList<>();
    if (container.getEnvFrom() == null) {
      return found;
    }
    for (EnvFromSource source : container.getEnvFrom()) {
      String prefix = source.getPrefix() == null ? "" : source.getPrefix();
      if (variable.startsWith(prefix) && !variable.equals(prefix)) {
        reference(source, variable.substring(prefix.length()), found);
      }
    }
    return found;
  }

  private static void reference(EnvFromSource source, String key, List<EnvVar> to) {
    EnvVarBuilder variable =
        new EnvVarBuilder().withName("HEISENBUG_OPTIONS_%03d".formatted(to.size()));
    if (source.getConfigMapRef() != null) {
      to.add(
          variable
              .withNewValueFrom()
              .withNewConfigMapKeyRef(key, source.getConfigMapRef().getName(), true)
              .endValueFrom()
              .build());
    } else if (source.getSecretRef() != null) {
      to.add(
          variable
              .withNewValueFrom()
              .withNewSecretKeyRef(key, source.getSecretRef().getName(), true)
              .endValueFrom()
              .build());
    }
  }
}
