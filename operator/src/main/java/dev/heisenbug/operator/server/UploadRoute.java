package dev.heisenbug.operator.server;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.formats.transfer.TransferNames;
import dev.heisenbug.formats.transfer.UploadDone;
import dev.heisenbug.formats.transfer.UploadGrant;
import dev.heisenbug.formats.transfer.UploadRequest;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.observe.OperatorMetrics;
import dev.heisenbug.operator.pods.Workloads;
import dev.heisenbug.operator.storage.Keys;
import dev.heisenbug.operator.storage.ObjectStore;
import dev.heisenbug.operator.storage.StorageException;
import dev.heisenbug.operator.storage.Stores;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Lets a recorded pod store its bundle: the pod shows its token, gets links for exactly one object,
 * and reports back. The object becomes a bundle by a second, small object that is written last.
 */
@ApplicationScoped
public class UploadRoute {
  private static final Logger LOG = Logger.getLogger(UploadRoute.class);
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  private static final long PART_BYTES = 16L << 20;

  private final Settings settings;
  private final TokenCheck tokens;
  private final KubernetesClient client;
  private final LiveCluster cluster;
  private final Stores stores;
  private final Registrar registrar;
  private final OperatorMetrics metrics;
  private final ProbeKills probes;
  private final Relay relay;

  public UploadRoute(
      Settings settings,
      TokenCheck tokens,
      KubernetesClient client,
      LiveCluster cluster,
      Stores stores,
      Registrar registrar,
      OperatorMetrics metrics,
      ProbeKills probes,
      Relay relay) {
    this.relay = relay;
    this.probes = probes;
    this.settings = settings;
    this.tokens = tokens;
    this.client = client;
    this.cluster = cluster;
    this.stores = stores;
    this.registrar = registrar;
    this.metrics = metrics;
  }

  /** A pod and the capture that it is recorded for. */
  private record Source(Pod pod, HeisenbugCapture capture) {}

  Answer start(String token, byte[] body) {
    return with(token, body, UploadRequest.class, this::start);
  }

  Answer finish(String token, byte[] body) {
    return with(token, body, UploadDone.class, this::finish);
  }

  Answer termination(String token, byte[] body) {
    return with(
        token,
        body,
        JsonNode.class,
        (pod, request) -> {
          String container = request.path("container").asText();
          long since = request.path("since").asLong();
          return Answer.of(
              probes.explain(pod, container, since, Terminations.of(pod, container, since)));
        });
  }

  private Answer start(Pod pod, UploadRequest request) throws StorageException {
    Source source = source(pod, request);
    HeisenbugCapture capture = source.capture();
    if (capture == null) {
      metrics.bundle("refused", 0);
      return Answer.of(UploadGrant.refused("the capture is gone"));
    }
    if (request.bytes() <= 0 || request.bytes() > 2 * capture.getSpec().recorder().capBytes()) {
      metrics.bundle("refused", 0);
      return Answer.of(UploadGrant.refused("the bundle's size is out of bounds"));
    }
    if (registrar.enough(capture, request, image(pod, request))) {
      metrics.bundle("known", 0);
      metrics.overhead(request.overhead());
      return Answer.of(UploadGrant.refused("this failure is kept already"));
    }
    ObjectStore store = store(source);
    String key = key(pod, capture, request);
    store.write(beside(key, TransferNames.POD), json(pod));
    String upload = store.startParts(key);
    int parts = (int) ((request.bytes() + PART_BYTES - 1) / PART_BYTES);
    List<String> urls = new ArrayList<>();
    for (int i = 1; i <= parts; i++) {
      urls.add(
          relay.link(
              capture.getSpec().storage(),
              store.linkToPutPart(key, upload, i, settings.linkSeconds())));
    }
    String trust = relay.caBundle(capture.getSpec().storage());
    return Answer.of(new UploadGrant(true, null, key, upload, PART_BYTES, urls, trust));
  }

  private Answer finish(Pod pod, UploadDone done) throws StorageException {
    UploadRequest request = done.request();
    Source source = source(pod, request);
    HeisenbugCapture capture = source.capture();
    if (capture == null) {
      return Answer.error(409, "the capture is gone");
    }
    String key = key(pod, capture, request);
    if (!key.equals(done.key())) {
      return Answer.error(403, "this is not the upload that was granted");
    }
    ObjectStore store = store(source);
    store.finishParts(key, done.uploadId(), done.etags(), request.bytes());
    store.write(beside(key, TransferNames.SEAL), json(request));
    metrics.overhead(request.overhead());
    Optional<String> name = registrar.register(capture, pod, request, store.bucket(), key);
    if (name.isEmpty()) {
      store.removeFolder(beside(key, ""));
      metrics.bundle("known", 0);
      return Answer.of(Map.of("reproduction", "", "reason", "this failure is kept already"));
    }
    metrics.bundle("stored", request.bytes());
    LOG.infof("bundle %s stored, reproduction %s", key, name.get());
    return Answer.of(Map.of("reproduction", name.get()));
  }

  private Source source(Pod pod, UploadRequest request) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    if (labels == null
        || !"true".equals(labels.get(Names.INJECTED))
        || annotations == null
        || !request.container().equals(annotations.get(Names.CONTAINER))) {
      throw new ForbiddenException("this container is not recorded");
    }
    return new Source(pod, cluster.captureOf(pod));
  }

  private ObjectStore store(Source source) throws StorageException {
    return stores.of(
        source.pod().getMetadata().getNamespace(), source.capture().getSpec().storage());
  }

  private String key(Pod pod, HeisenbugCapture capture, UploadRequest request) {
    return Keys.bundle(
        stores.prefix(capture.getSpec().storage()),
        settings.cluster(),
        pod.getMetadata().getNamespace(),
        Workloads.of(pod),
        pod.getMetadata().getUid(),
        request.container(),
        request.recording(),
        request.millis());
  }

  private static String image(Pod pod, UploadRequest request) {
    return pod.getSpec().getContainers().stream()
        .filter(c -> c.getName().equals(request.container()))
        .map(io.fabric8.kubernetes.api.model.Container::getImage)
        .findFirst()
        .orElse("");
  }

  private static String beside(String key, String name) {
    return key.substring(0, key.lastIndexOf('/') + 1) + name;
  }

  private static byte[] json(Object value) {
    return Serialization.asJson(value).getBytes(StandardCharsets.UTF_8);
  }

  /** One request of a pod, once it is clear which pod it is. */
  private interface Work<T> {
    Answer answer(Pod pod, T body) throws StorageException;
  }

  private <T> Answer with(String token, byte[] body, Class<T> type, Work<T> work) {
    Optional<Caller> caller = tokens.caller(token);
    if (caller.isEmpty()) {
      return Answer.error(401, "a token of the pod for audience heisenbug.dev is needed");
    }
    Pod pod =
        client.pods().inNamespace(caller.get().namespace()).withName(caller.get().pod()).get();
    if (pod == null || !caller.get().podUid().equals(pod.getMetadata().getUid())) {
      return Answer.error(403, "the pod of this token is gone");
    }
    try {
      return work.answer(pod, JSON.readValue(body, type));
    } catch (ForbiddenException e) {
      return Answer.error(403, e.getMessage());
    } catch (IOException | NullPointerException e) {
      return Answer.error(400, "the request cannot be read");
    } catch (StorageException e) {
      metrics.storageError(e.reason().name());
      LOG.warnf("storage: %s", e.getMessage());
      return Answer.error(503, e.getMessage());
    }
  }

  /** The pod asks for something that is not its own. */
  private static final class ForbiddenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ForbiddenException(String message) {
      super(message);
    }
  }
}
