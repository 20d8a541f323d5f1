package dev.heisenbug.operator.server;

import dev.heisenbug.crds.BundleRef;
import dev.heisenbug.crds.FailureInfo;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.OnDelete;
import dev.heisenbug.crds.ReproductionSpec;
import dev.heisenbug.crds.RuntimeKind;
import dev.heisenbug.crds.SourceRef;
import dev.heisenbug.formats.transfer.FailureNote;
import dev.heisenbug.formats.transfer.UploadRequest;
import dev.heisenbug.operator.observe.Events;
import dev.heisenbug.operator.pods.Workloads;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the reproduction of a stored bundle. Its name follows from capture, failure and image, so
 * that replicas of one workload that fail alike at the same moment do not make more than asked for.
 */
@ApplicationScoped
public class Registrar {
  private static final int LONGEST_BASE = 40;
  private static final int CONFLICT = 409;

  private final KubernetesClient client;
  private final Caches caches;
  private final Events events;

  public Registrar(KubernetesClient client, Caches caches, Events events) {
    this.client = client;
    this.caches = caches;
    this.events = events;
  }

  /** Whether so many of this failure are kept already that no more are wanted. */
  boolean enough(HeisenbugCapture capture, UploadRequest request, String image) {
    String base = base(capture, request, image);
    // Of all namespaces that the capture reaches: one story of a bug is enough for it.
    long kept =
        caches.reproductions(capture).stream()
            .filter(r -> r.getMetadata().getName().startsWith(base))
            .filter(r -> !request.sha256().equals(r.getSpec().bundle().sha256()))
            .count();
    return kept >= capture.getSpec().failures().keepPerSignature();
  }

  /** Makes it, or finds the one that an earlier try made; empty if it is not wanted after all. */
  Optional<String> register(
      HeisenbugCapture capture, Pod pod, UploadRequest request, String bucket, String key) {
    Container container =
        pod.getSpec().getContainers().stream()
            .filter(c -> c.getName().equals(request.container()))
            .findFirst()
            .orElseThrow();
    String base = base(capture, request, container.getImage());
    for (int i = 0; i < capture.getSpec().failures().keepPerSignature(); i++) {
      HeisenbugReproduction wanted =
          reproduction(base + "-" + i, capture, pod, container, request, bucket, key);
      try {
        HeisenbugReproduction made = client.resource(wanted).create();
        events.normal(
            made,
            "BundleSealed",
            "Failure %s of %s is stored as %s."
                .formatted(request.failure().type(), Workloads.of(pod), key));
        return Optional.of(made.getMetadata().getName());
      } catch (KubernetesClientException e) {
        if (e.getCode() != CONFLICT) {
          throw e;
        }
        HeisenbugReproduction there = client.resource(wanted).get();
        if (there != null && key.equals(there.getSpec().bundle().key())) {
          return Optional.of(there.getMetadata().getName());
        }
      }
    }
    return Optional.empty();
  }

  private static HeisenbugReproduction reproduction(
      String name,
      HeisenbugCapture capture,
      Pod pod,
      Container container,
      UploadRequest request,
      String bucket,
      String key) {
    FailureNote failure = request.failure();
    String from = capture.getMetadata().getNamespace();
    String elsewhere = from.equals(pod.getMetadata().getNamespace()) ? null : from;
    HeisenbugReproduction reproduction = new HeisenbugReproduction();
    reproduction.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(pod.getMetadata().getNamespace())
            .addToLabels(Names.CAPTURE, capture.getMetadata().getName())
            .addToLabels(elsewhere == null ? Map.of() : Map.of(Names.CAPTURE_NAMESPACE, elsewhere))
            .withFinalizers(
                capture.getSpec().retention().onDelete() == OnDelete.Remove
                    ? List.of(Names.STORAGE_FINALIZER)
                    : List.of())
            .build());
    reproduction.setSpec(
        new ReproductionSpec(
            capture.getMetadata().getName(),
            elsewhere,
            new SourceRef(
                Workloads.of(pod),
                pod.getMetadata().getName(),
                pod.getMetadata().getUid(),
                container.getName(),
                Workloads.restarts(pod, container.getName()),
                container.getImage(),
                pod.getSpec().getNodeName()),
            new BundleRef(bucket, key, request.bytes(), request.sha256()),
            new FailureInfo(
                failure.kind(),
                failure.type(),
                failure.signature(),
                failure.message(),
                failure.thread(),
                Instant.ofEpochMilli(request.millis()).toString()),
            runtime(capture, request),
            capture.getSpec().storage(),
            capture.getSpec().analysis(),
            capture.getSpec().replay(),
            capture.getSpec().jobs(),
            capture.getSpec().retention()));
    return reproduction;
  }

  /** A sidecar from before an upgrade does not say it. */
  private static String runtime(HeisenbugCapture capture, UploadRequest request) {
    if (request.runtime() != null) {
      return request.runtime().equals("native") ? "native" : "jvm";
    }
    return capture.getSpec().runtime() == RuntimeKind.Native ? "native" : "jvm";
  }

  private static String base(HeisenbugCapture capture, UploadRequest request, String image) {
    String name = capture.getMetadata().getName();
    String shortName = name.length() > LONGEST_BASE ? name.substring(0, LONGEST_BASE) : name;
    // Captures of one name may come from several namespaces.
    String id =
        capture.getSpec().namespaces().isEmpty()
            ? name
            : capture.getMetadata().getNamespace() + "/" + name;
    return shortName.replaceAll("[.-]+$", "")
        + "-"
        + hash(id + "\0" + request.failure().signature() + "\0" + image);
  }

  private static String hash(String text) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum, 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
