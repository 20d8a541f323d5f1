package dev.heisenbug.formats.transfer;

import java.util.List;

/**
 * The answer to an {@link UploadRequest}.
 *
 * @param accepted false: the bundle is not wanted, for the reason given, and can be deleted
 * @param partBytes size of each part but the last
 * @param urls one link for each part, to PUT it to; short-lived
 * @param caBundle whom to trust there, in PEM; null or empty: public authorities
 */
public record UploadGrant(
    boolean accepted,
    String reason,
    String key,
    String uploadId,
    long partBytes,
    List<String> urls,
    String caBundle) {
  /** A bundle that is not wanted. */
  public static UploadGrant refused(String reason) {
    return new UploadGrant(false, reason, null, null, 0, List.of(), null);
  }
}
