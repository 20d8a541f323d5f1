package dev.heisenbug.operator.server;

import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.inject.Architecture;
import dev.heisenbug.operator.inject.Decider;
import dev.heisenbug.operator.inject.Decision;
import dev.heisenbug.operator.inject.Injector;
import dev.heisenbug.operator.inject.SkipReason;
import dev.heisenbug.operator.observe.OperatorMetrics;
import dev.heisenbug.operator.pods.Bounds;
import dev.heisenbug.operator.pods.Parts;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionRequest;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponseBuilder;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.webhook.admission.AdmissionController;
import io.javaoperatorsdk.webhook.admission.AdmissionUtils;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.ByteArrayInputStream;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Answers the API server's question about a new pod; whatever goes wrong, the pod is let in. */
@ApplicationScoped
public class AdmissionRoute {
  private static final Logger LOG = Logger.getLogger(AdmissionRoute.class);

  private final LiveCluster cluster;
  private final Decider decider;
  private final Injector injector;
  private final OperatorMetrics metrics;
  private final RecentInjections recent;
  private final NamespaceBounds namespaces;
  private final AdmissionController<Pod> controller = new AdmissionController<>(this::handle);

  public AdmissionRoute(
      Settings settings,
      LiveCluster cluster,
      CertificateKeeper certificates,
      OperatorMetrics metrics,
      RecentInjections recent,
      NativeSidecars sidecars,
      NamespaceBounds namespaces) {
    this.namespaces = namespaces;
    this.cluster = cluster;
    this.decider = new Decider(cluster);
    this.injector = new Injector(new Parts(settings, certificates::caPem), sidecars::known);
    this.metrics = metrics;
    this.recent = recent;
  }

  Answer mutate(byte[] body) {
    AdmissionReview review =
        Serialization.unmarshal(new ByteArrayInputStream(body), AdmissionReview.class);
    return Answer.of(metrics.webhook(() -> controller.handle(review)));
  }

  private AdmissionResponse handle(AdmissionRequest request) {
    try {
      if (request.getObject() instanceof Pod pod && pod.getSpec() != null) {
        Pod changed = change(pod, request);
        if (changed != pod) {
          return AdmissionUtils.admissionResponseFromMutation(pod, changed);
        }
      }
      if (request.getObject() instanceof ConfigMap asked) {
        return AdmissionUtils.admissionResponseFromMutation(asked, SelfTest.sign(asked));
      }
    } catch (RuntimeException e) {
      LOG.errorf(e, "a pod in %s is let in unrecorded", request.getNamespace());
      metrics.injected("failed", "InternalError");
    }
    return new AdmissionResponseBuilder().withAllowed(true).build();
  }

  private Pod skipped(Pod pod, AdmissionRequest request, Decision.Skip skip) {
    if (!Boolean.TRUE.equals(request.getDryRun())) {
      metrics.injected("skipped", skip.reason().name());
    }
    return injector.explain(pod, request.getNamespace(), skip);
  }

  private Pod change(Pod pod, AdmissionRequest request) {
    boolean real = !Boolean.TRUE.equals(request.getDryRun());
    return switch (decider.decide(pod, request.getNamespace())) {
      case Decision.Record record -> {
        Bounds bounds = namespaces.of(request.getNamespace());
        Pod recorded =
            injector.inject(
                pod,
                request.getNamespace(),
                record.capture(),
                cluster.pt(record.capture(), request.getNamespace()),
                cluster.machines() == Architecture.Machines.MIXED);
        Optional<String> tooMuch = Injector.fit(recorded, bounds);
        if (tooMuch.isPresent()) {
          yield skipped(
              pod,
              request,
              new Decision.Skip(record.capture(), SkipReason.LimitRange, tooMuch.get()));
        }
        if (real) {
          metrics.injected("injected", "");
          recent.add(record.capture());
        }
        yield recorded;
      }
      case Decision.Skip skip -> skipped(pod, request, skip);
      case Decision.NoCapture none -> pod;
      case Decision.Done done -> pod;
    };
  }
}
