package dev.heisenbug.formats.transfer;

/**
 * Asks for links to upload a sealed bundle.
 *
 * @param container the container that failed
 * @param recording name of the recording, unique in its pod: asking twice is the same upload
 * @param millis when it was sealed
 * @param runtime of the process that failed, {@code jvm} or {@code native}; older sidecars say
 *     nothing
 * @param overhead what recording cost, for each second of the program's own time; null: not
 *     measured
 */
public record UploadRequest(
    String container,
    String recording,
    long millis,
    long bytes,
    String sha256,
    FailureNote failure,
    String runtime,
    Double overhead) {}
