package dev.heisenbug.operator.server;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The namespaces that a capture reaches: its own, and others that it names and that let it in by an
 * annotation of theirs. Nobody reads namespaces where the chart does not allow other ones.
 */
@Startup
@ApplicationScoped
public class Reach {
  private static final String ANY = "*";

  private final Settings settings;
  private final KubernetesClient client;
  private SharedIndexInformer<Namespace> namespaces;

  public Reach(Settings settings, KubernetesClient client) {
    this.settings = settings;
    this.client = client;
  }

  @PostConstruct
  void start() {
    if (settings.crossNamespace()) {
      namespaces = client.namespaces().runnableInformer(0);
      namespaces.exceptionHandler((began, e) -> true);
      namespaces.start();
    }
  }

  @PreDestroy
  void stop() {
    if (namespaces != null) {
      namespaces.stop();
    }
  }

  /** The namespaces that a capture is meant for. */
  public static List<String> wanted(HeisenbugCapture capture) {
    List<String> named = capture.getSpec().namespaces();
    return named.isEmpty()
        ? List.of(capture.getMetadata().getNamespace())
        : named.stream().distinct().toList();
  }

  /** Those of them whose pods it may record. */
  public List<String> of(HeisenbugCapture capture) {
    Map<String, String> refused = refused(capture);
    return wanted(capture).stream().filter(n -> !refused.containsKey(n)).toList();
  }

  /** Those that it may not reach, each with the reason in words. */
  public Map<String, String> refused(HeisenbugCapture capture) {
    Map<String, String> refused = new LinkedHashMap<>();
    for (String target : wanted(capture)) {
      String reason = refusal(target, capture.getMetadata().getNamespace());
      if (reason != null) {
        refused.put(target, reason);
      }
    }
    return refused;
  }

  private String refusal(String target, String from) {
    if (target.equals(from)) {
      return null;
    }
    if (namespaces == null) {
      return "the chart's crossNamespace.enabled is false";
    }
    if (!settings.watchNamespaces().map(w -> w.contains(target)).orElse(true)) {
      return "it is not in the chart's watchNamespaces";
    }
    return refusal(from, target, n -> namespaces.getIndexer().getByKey(n));
  }

  /** Null: the target lets captures of that namespace in. */
  static String refusal(String from, String target, Function<String, Namespace> find) {
    Namespace namespace = find.apply(target);
    if (namespace == null) {
      return "there is no such namespace";
    }
    Map<String, String> annotations = namespace.getMetadata().getAnnotations();
    String allowed = annotations == null ? null : annotations.get(Names.CAPTURES_FROM);
    List<String> names = allowed == null ? List.of() : Arrays.asList(allowed.split("[,\\s]+"));
    return names.contains(from) || names.contains(ANY)
        ? null
        : "its annotation %s does not name %s".formatted(Names.CAPTURES_FROM, from);
  }
}
