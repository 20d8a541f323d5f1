package dev.heisenbug.formats.transfer;

import java.util.List;

/**
 * Says that all parts are there.
 *
 * @param etags what storage answered for each part, in order
 */
public record UploadDone(UploadRequest request, String key, String uploadId, List<String> etags) {}
