package dev.heisenbug.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Plays the nodes: a Job's pod appears, stores the stage's result through its links, and the Job is
 * complete. Measures how long the operator takes for its next step.
 */
final class Jobs implements AutoCloseable {
  private final KubernetesClient client;
  private final PodRequests requests;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final SharedIndexInformer<Job> jobs;
  private final SharedIndexInformer<HeisenbugReproduction> reproductions;
  private final Map<String, Long> waitingSince = new ConcurrentHashMap<>();
  private final Set<String> finished = ConcurrentHashMap.newKeySet();
  private final Queue<Double> steps = new ConcurrentLinkedQueue<>();
  private final Queue<String> problems = new ConcurrentLinkedQueue<>();

  Jobs(KubernetesClient client, PodRequests requests) {
    this.client = client;
    this.requests = requests;
    this.jobs =
        client
            .batch()
            .v1()
            .jobs()
            .inAnyNamespace()
            .inform(new Added<Job>(job -> workers.execute(() -> play(job)), job -> {}));
    this.reproductions =
        client
            .resources(HeisenbugReproduction.class)
            .inAnyNamespace()
            .inform(new Added<>(this::appeared, this::changed));
  }

  /** Seconds that the operator took from something new to its own next step. */
  Queue<Double> steps() {
    return steps;
  }

  Queue<String> problems() {
    return problems;
  }

  int finished() {
    return finished.size();
  }

  void await(int count, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (finished.size() < count && System.nanoTime() < end) {
      Thread.sleep(200);
    }
  }

  private void appeared(HeisenbugReproduction r) {
    waitingSince.put(
        id(r.getMetadata().getNamespace(), r.getMetadata().getName()), System.nanoTime());
  }

  private void changed(HeisenbugReproduction r) {
    if (r.getStatus() != null && r.getStatus().finished()) {
      String id = id(r.getMetadata().getNamespace(), r.getMetadata().getName());
      if (finished.add(id)) {
        step(id);
        if (!"Reproduced 10/10".equals(r.getStatus().verdict())) {
          problems.add(id + ": " + r.getStatus().verdict());
        }
      }
    }
  }

  private void step(String id) {
    Long since = waitingSince.remove(id);
    if (since != null) {
      steps.add((System.nanoTime() - since) / 1e9);
    }
  }

  private void play(Job job) {
    String namespace = job.getMetadata().getNamespace();
    Map<String, String> labels = job.getMetadata().getLabels();
    String id = id(namespace, labels.get(Names.REPRODUCTION));
    step(id);
    try {
      Pod pod = client.resource(podOf(job)).create();
      JsonNode links = requests.post(pod, "/v1/job/links", Map.of());
      String stage = labels.get(Names.STAGE);
      for (var link : links.path("outputs").properties()) {
        requests.put(link.getValue().asText(), content(stage, link.getKey()));
      }
      waitingSince.put(id, System.nanoTime());
      client.resource(complete(job)).updateStatus();
      client.resource(pod).withGracePeriod(0).delete();
    } catch (IOException | RuntimeException e) {
      problems.add("Job " + job.getMetadata().getName() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] content(String stage, String file) throws IOException {
    if (!file.endsWith("-result.json")) {
      return "{}".getBytes(StandardCharsets.UTF_8);
    }
    String output =
        stage.equals("analyze") ? "{\"contextSwitches\":3}" : "{\"verdict\":\"Reproduced 10/10\"}";
    return new ObjectMapper()
        .writeValueAsBytes(Map.of("exitCode", 0, "seconds", 1, "output", output, "errors", ""));
  }

  private static Pod podOf(Job job) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(job.getMetadata().getName() + "-pod")
        .withNamespace(job.getMetadata().getNamespace())
        .withLabels(job.getSpec().getTemplate().getMetadata().getLabels())
        .addNewOwnerReference()
        .withApiVersion("batch/v1")
        .withKind("Job")
        .withName(job.getMetadata().getName())
        .withUid(job.getMetadata().getUid())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withSpec(job.getSpec().getTemplate().getSpec())
        .build();
  }

  private static Job complete(Job job) {
    return new JobBuilder(job)
        .withNewStatus()
        .withSucceeded(1)
        .addNewCondition()
        .withType("Complete")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }

  private static String id(String namespace, String name) {
    return namespace + "/" + name;
  }

  @Override
  public void close() {
    jobs.stop();
    reproductions.stop();
    workers.shutdownNow();
  }

  /** New and changed objects; what goes is of no interest. */
  private record Added<T>(
      java.util.function.Consumer<T> appeared, java.util.function.Consumer<T> changed)
      implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
      appeared.accept(object);
    }

    @Override
    public void onUpdate(T before, T now) {
      changed.accept(now);
    }

    @Override
    public void onDelete(T object, boolean unknown) {}
  }
}
