package dev.heisenbug.operator.server;

import dev.heisenbug.crds.BundleRef;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.StorageSpec;
import dev.heisenbug.formats.transfer.JobLinks;
import dev.heisenbug.formats.transfer.StageResult;
import dev.heisenbug.formats.transfer.TransferNames;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.reproduce.Stage;
import dev.heisenbug.operator.storage.ObjectStore;
import dev.heisenbug.operator.storage.StorageException;
import dev.heisenbug.operator.storage.Stores;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Gives the pod of a Job links to its own bundle and to the objects it has to write. */
@ApplicationScoped
public class JobRoute {
  private final Settings settings;
  private final TokenCheck tokens;
  private final KubernetesClient client;
  private final Caches caches;
  private final Stores stores;
  private final Relay relay;

  public JobRoute(
      Settings settings,
      TokenCheck tokens,
      KubernetesClient client,
      Caches caches,
      Stores stores,
      Relay relay) {
    this.relay = relay;
    this.caches = caches;
    this.settings = settings;
    this.tokens = tokens;
    this.client = client;
    this.stores = stores;
  }

  Answer links(String token) {
    Optional<Caller> caller = tokens.caller(token);
    if (caller.isEmpty()) {
      return Answer.error(401, "a token of the pod for audience heisenbug.dev is needed");
    }
    String namespace = caller.get().namespace();
    Pod pod = client.pods().inNamespace(namespace).withName(caller.get().pod()).get();
    if (pod == null || !caller.get().podUid().equals(pod.getMetadata().getUid())) {
      return Answer.error(403, "the pod of this token is gone");
    }
    HeisenbugReproduction reproduction = reproduction(pod);
    if (reproduction == null) {
      return Answer.error(403, "this pod works for no reproduction");
    }
    try {
      Stage stage = Stage.of(pod.getMetadata().getLabels().get(Names.STAGE));
      return Answer.of(links(reproduction, stage));
    } catch (StorageException e) {
      return Answer.error(503, e.getMessage());
    }
  }

  private JobLinks links(HeisenbugReproduction reproduction, Stage stage) throws StorageException {
    ObjectStore store =
        stores.of(reproduction.getMetadata().getNamespace(), reproduction.getSpec().storage());
    BundleRef bundle = reproduction.getSpec().bundle();
    int seconds = settings.linkSeconds();
    Map<String, String> inputs = new LinkedHashMap<>();
    Map<String, String> outputs = new LinkedHashMap<>();
    inputs.put(TransferNames.BUNDLE, store.linkToGet(bundle.key(), seconds));
    String schedule = bundle.beside(TransferNames.SCHEDULE);
    if (stage == Stage.ANALYZE) {
      outputs.put(TransferNames.SCHEDULE, store.linkToPut(schedule, seconds));
    } else {
      inputs.put(TransferNames.SCHEDULE, store.linkToGet(schedule, seconds));
    }
    String report = bundle.beside(TransferNames.REPORT);
    outputs.put(TransferNames.REPORT, store.linkToPut(report, seconds));
    String result = StageResult.file(stage.text());
    outputs.put(result, store.linkToPut(bundle.beside(result), seconds));
    StorageSpec storage = reproduction.getSpec().storage();
    inputs.replaceAll((name, link) -> relay.link(storage, link));
    outputs.replaceAll((name, link) -> relay.link(storage, link));
    return new JobLinks(inputs, outputs, bundle.sha256(), relay.caBundle(storage));
  }

  /** The reproduction whose Job owns the pod; labels alone prove nothing. */
  private HeisenbugReproduction reproduction(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    Map<String, String> labels = pod.getMetadata().getLabels();
    if (labels == null || !labels.containsKey(Names.REPRODUCTION)) {
      return null;
    }
    HeisenbugReproduction known = caches.reproduction(namespace, labels.get(Names.REPRODUCTION));
    HeisenbugReproduction reproduction =
        known != null
            ? known
            : client
                .resources(HeisenbugReproduction.class)
                .inNamespace(namespace)
                .withName(labels.get(Names.REPRODUCTION))
                .get();
    if (reproduction == null) {
      return null;
    }
    for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
      Job job = client.batch().v1().jobs().inNamespace(namespace).withName(owner.getName()).get();
      if (job != null
          && owner.getKind().equals("Job")
          && job.getMetadata().getUid().equals(owner.getUid())
          && job.getMetadata().getOwnerReferences().stream()
              .anyMatch(o -> o.getUid().equals(reproduction.getMetadata().getUid()))) {
        return reproduction;
      }
    }
    return null;
  }
}
