package dev.heisenbug.e2e.bench;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Captures and the pods that they match, as objects that no node will ever run. */
final class Fleet {
  private static final int NAMESPACES = 20;
  private static final int AT_ONCE = 16;

  private final KubernetesClient client;

  Fleet(KubernetesClient client) {
    this.client = client;
  }

  /** Makes namespaces and captures. */
  void captures(int count) throws InterruptedException {
    for (int i = 0; i < NAMESPACES; i++) {
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(namespace(i)).endMetadata().build())
          .create();
      client
          .resource(
              new ServiceAccountBuilder()
                  .withNewMetadata()
                  .withName("default")
                  .withNamespace(namespace(i))
                  .endMetadata()
                  .build())
          .create();
    }
    parallel(count, this::capture);
  }

  /** Makes pods, evenly over the captures; the webhook sees each of them. */
  List<Pod> pods(int count, int captures) throws InterruptedException {
    for (int i = 0; i < captures; i++) {
      Pod asked = pod(0, i);
      while (!client
          .resource(asked)
          .dryRun()
          .create()
          .getMetadata()
          .getLabels()
          .containsKey(Names.INJECTED)) {
        Thread.sleep(200); // the webhook does not know the capture yet
      }
    }
    return parallel(count, i -> client.resource(pod(i, i % captures)).create());
  }

  private HeisenbugCapture capture(int i) {
    HeisenbugCapture capture = new HeisenbugCapture();
    capture.setMetadata(
        new ObjectMetaBuilder().withName("capture-" + i).withNamespace(namespace(i)).build());
    capture.setSpec(
        CaptureSpec.of(new LabelSelectorBuilder().addToMatchLabels("app", "service-" + i).build()));
    return client.resource(capture).create();
  }

  private static Pod pod(int i, int capture) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("service-" + capture + "-" + i)
        .withNamespace(namespace(capture))
        .addToLabels("app", "service-" + capture)
        .addToLabels(Names.RECORD, "enabled")
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName("default")
        .withAutomountServiceAccountToken(false)
        .addNewContainer()
        .withName("app")
        .withImage("example.com/service-" + capture + ":1")
        .addNewEnv()
        .withName("JAVA_TOOL_OPTIONS")
        .withValue("-Xmx1g")
        .endEnv()
        .endContainer()
        .endSpec()
        .build();
  }

  private static String namespace(int capture) {
    return "team-" + capture % NAMESPACES;
  }

  /** Makes one object. */
  private interface Maker<T> {
    T make(int index);
  }

  private static <T> List<T> parallel(int count, Maker<T> maker) throws InterruptedException {
    try (ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Callable<T>> tasks = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int index = i;
        tasks.add(() -> maker.make(index));
      }
      List<T> made = new ArrayList<>();
      for (Future<T> task : workers.invokeAll(tasks)) {
        made.add(task.get());
      }
      return made;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
