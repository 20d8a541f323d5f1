package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What the Jobs have of the failed pod besides its program; nothing that was not asked for. */
public record JobsSpec(
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Size(max = 50)
        @JsonPropertyDescription(
            "Init containers of the pod, by name, that the analysis and the replay Job run before"
                + " the program, because it needs what they leave in an emptyDir; * is all"
                + " but sidecars and those that ask for privileges. They run once more in each Job, without the pod's token, privileges and"
                + " data volumes: name none that changes something elsewhere, such as a database"
                + " migration. Empty: none runs.")
        List<String> initContainers) {
  public JobsSpec {
    initContainers = initContainers == null ? List.of() : List.copyOf(initContainers);
  }

  static JobsSpec standard() {
    return new JobsSpec(null);
  }

  /**
   * Whether an init container of that name runs in Jobs.
   *
   * @param plain it ends by itself and asks for no privileges, which Jobs would not give it
   */
  public boolean runs(String name, boolean plain) {
    return initContainers.contains(name) || plain && initContainers.contains("*");
  }
}
