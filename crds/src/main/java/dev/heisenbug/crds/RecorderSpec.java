package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;

/** Options of the JVM recorder; the same words as on its command line. */
public record RecorderSpec(
    @Default("default")
        @JsonPropertyDescription(
            "default: paths, synchronisation order, clocks. clap: paths alone. symber: paths and"
                + " every synchronisation stamped.")
        RecorderMode mode,
    @Default("sync")
        @JsonPropertyDescription(
            "Additional clocks: sync none, all every synchronisation, func at method entries and"
                + " returns, loop at back edges, both func and loop.")
        RecorderClocks clocks,
    @Default("standard")
        @JsonPropertyDescription(
            "network: keep what other processes send over TCP, too, so that servers can be replayed"
                + " without their clients. Bundles then hold all of it, passwords and personal data"
                + " included.")
        RecorderInputs inputs,
    @Default("256m")
        @Pattern("^([1-9][0-9]{0,7}k|[1-9][0-9]{0,4}m|[1-9][0-9]?g)$")
        @JsonPropertyDescription(
            "Size limit of one recording, with k, m or g. A recording that reaches it is truncated"
                + " and says so.")
        String cap,
    @JsonPropertyDescription(
            "Class name patterns with * that are recorded; empty: all but the JDK.")
        List<@Pattern("^[^,;\\s]+$") String> include,
    @JsonPropertyDescription("Class name patterns with * that are not recorded.")
        List<@Pattern("^[^,;\\s]+$") String> exclude,
    @Default("Auto")
        @JsonPropertyDescription(
            "Environment variable that carries the agent. Auto: JAVA_TOOL_OPTIONS where the pod's"
                + " specification has it, which is appended to; else JDK_JAVA_OPTIONS, so that a"
                + " JAVA_TOOL_OPTIONS of the image stays in force.")
        OptionsVariable variable,
    @JsonPropertyDescription("Resources of the sidecar container.")
        ResourceRequirements resources) {
  public RecorderSpec {
    mode = mode == null ? RecorderMode.DEFAULT : mode;
    clocks = clocks == null ? RecorderClocks.SYNC : clocks;
    inputs = inputs == null ? RecorderInputs.STANDARD : inputs;
    cap = cap == null ? "256m" : cap;
    include = include == null ? List.of() : List.copyOf(include);
    exclude = exclude == null ? List.of() : List.copyOf(exclude);
    variable = variable == null ? OptionsVariable.Auto : variable;
  }

  static RecorderSpec standard() {
    return new RecorderSpec(null, null, null, null, null, null, null, null);
  }

  /** The same with other inputs. */
  public RecorderSpec withInputs(RecorderInputs other) {
    return new RecorderSpec(mode, clocks, other, cap, include, exclude, variable, resources);
  }

  /** The cap in bytes. */
  public long capBytes() {
    long number = Long.parseLong(cap.substring(0, cap.length() - 1));
    return switch (cap.charAt(cap.length() - 1)) {
      case 'k' -> number << 10;
      case 'm' -> number << 20;
      default -> number << 30;
    };
  }
}
