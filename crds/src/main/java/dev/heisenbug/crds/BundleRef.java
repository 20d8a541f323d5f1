package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** A sealed recording in object storage. */
public record BundleRef(
    @Required @JsonPropertyDescription("Bucket.") String bucket,
    @Required
        @JsonPropertyDescription(
            "Key of the bundle; results lie beside it. It carries cluster, namespace, workload, pod,"
                + " container and time.")
        String key,
    @JsonPropertyDescription("Size in bytes.") Long bytes,
    @JsonPropertyDescription("SHA-256 of the object, in hexadecimal.") String sha256) {
  /** Key of an object beside the bundle. */
  public String beside(String name) {
    return key.substring(0, key.lastIndexOf('/') + 1) + name;
  }
}
