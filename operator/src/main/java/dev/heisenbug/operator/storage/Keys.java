package dev.heisenbug.operator.storage;

import dev.heisenbug.formats.transfer.TransferNames;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The layout of object keys: {@code prefix/cluster/namespace/workload/pod/container/time/…}. */
public final class Keys {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Keys() {}

  /** Key of a bundle; everything in it comes from the cluster but the recording's name. */
  public static String bundle(
      String prefix,
      String cluster,
      String namespace,
      String workload,
      String podUid,
      String container,
      String recording,
      long millis) {
    return namespaceFolder(prefix, cluster, namespace)
        + String.join(
            "/",
            workload.replace('/', '.'),
            podUid,
            container,
            TIME.format(Instant.ofEpochMilli(millis)) + "-" + recording.replaceAll("[^\\w-]", "_"),
            TransferNames.BUNDLE);
  }

  /** What all bundles of a namespace begin with. */
  public static String namespaceFolder(String prefix, String cluster, String namespace) {
    String before = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
    return before + cluster + "/" + namespace + "/";
  }
}
