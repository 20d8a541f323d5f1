package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The failure that the bundle was made for. */
public record FailureInfo(
    @JsonPropertyDescription("exception, assertion, signal, deadlock, hang or exit.") String kind,
    @JsonPropertyDescription("Exception class, signal, or the kind where there is neither.")
        String type,
    @JsonPropertyDescription("What a replay must bring back.") String signature,
    @JsonPropertyDescription("Message of the exception, shortened.") String message,
    @JsonPropertyDescription("Name of the failing thread.") String thread,
    @JsonPropertyDescription("When it was sealed.") String time) {}
