package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** An S3 bucket; basic S3 with multipart and presigned PUT is all that is needed. */
public record StorageSpec(
    @Required
        @Pattern("^https?://[^/\\s]+/?$")
        @JsonPropertyDescription(
            "Address of the S3 service, reachable from the operator and from recorded pods.")
        String endpoint,
    @Default("us-east-1") @JsonPropertyDescription("Region, as the service wants it in signatures.")
        String region,
    @Required @Size(min = 3, max = 63) @JsonPropertyDescription("The bucket; it must exist.")
        String bucket,
    // An empty text is left out: API servers of version 1.20 take it for null and refuse it.
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Pattern("^[A-Za-z0-9._/-]*$")
        @JsonPropertyDescription("Put before all object keys, for buckets with other content.")
        String prefix,
    @Default("true")
        @JsonPropertyDescription("Bucket in the path (most servers) instead of in the host name.")
        Boolean pathStyle,
    @Required
        @JsonPropertyDescription(
            "Name of a Secret in the capture's namespace with the keys accessKey and secretKey."
                + " The operator may read it only if a RoleBinding in that namespace says so.")
        String credentialsSecret,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonPropertyDescription(
            "Certificates in PEM of the authority that the service's certificate comes from, where"
                + " it is a private one. The operator, recorded pods and Jobs trust it for this"
                + " storage alone. Empty: public authorities.")
        String caBundle,
    @Default("true")
        @JsonPropertyDescription(
            "Recorded pods and Jobs speak to the service themselves, by links that the operator"
                + " signs for one object and a short time. False: they cannot reach it, and"
                + " everything goes through the operator.")
        Boolean presigned) {
  public StorageSpec {
    region = region == null ? "us-east-1" : region;
    prefix = prefix == null ? "" : prefix;
    pathStyle = pathStyle == null || pathStyle;
    caBundle = caBundle == null ? "" : caBundle;
    presigned = presigned == null || presigned;
  }
}
