package dev.heisenbug.e2e;

import dev.heisenbug.crds.BundleRef;
import dev.heisenbug.crds.FailureInfo;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.ReproductionSpec;
import dev.heisenbug.crds.SourceRef;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** Reproductions whose bundle a test puts into storage itself, for what no sidecar would do. */
final class Stored {
  private static final byte[] BUNDLE = "no bundle at all".getBytes(StandardCharsets.UTF_8);

  private Stored() {}

  /** Its checksum is not that of what is stored. */
  static HeisenbugReproduction damaged(
      String namespace, String name, String image, String... finalizers) throws Exception {
    return store(namespace, name, image, "0".repeat(64), finalizers);
  }

  /** What is stored is what the reproduction says. */
  static HeisenbugReproduction intact(String namespace, String name, String image)
      throws Exception {
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(BUNDLE);
    return store(namespace, name, image, HexFormat.of().formatHex(sum));
  }

  private static HeisenbugReproduction store(
      String namespace, String name, String image, String sha256, String... finalizers)
      throws Exception {
    String folder = "default/" + namespace + "/Pod." + name + "/uid/app/time/";
    var template = Workload.deployment(namespace, name, image, 1).getSpec().getTemplate();
    String pod =
        Serialization.asJson(
            new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withSpec(template.getSpec())
                .build());
    Bucket.write(folder + "bundle.hbbundle", BUNDLE);
    Bucket.write(folder + "pod.json", pod.getBytes(StandardCharsets.UTF_8));
    Bucket.write(folder + "seal.json", "{}".getBytes(StandardCharsets.UTF_8));
    HeisenbugReproduction r = new HeisenbugReproduction();
    r.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(namespace)
            .withFinalizers(List.of(finalizers))
            .build());
    r.setSpec(
        new ReproductionSpec(
            "none",
            null,
            new SourceRef("Pod/" + name, name, "uid", "app", 0, image, "node-1"),
            new BundleRef("heisenbug", folder + "bundle.hbbundle", (long) BUNDLE.length, sha256),
            new FailureInfo("exit", "exit", "exit:1@", null, null, null),
            null,
            null,
            null,
            null,
            null,
            null));
    return Kube.client().resource(r).create();
  }
}
