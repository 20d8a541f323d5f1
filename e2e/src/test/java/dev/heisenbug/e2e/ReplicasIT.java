package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two operators: one reconciles, both serve, and the death of the first is nobody's business. */
class ReplicasIT extends Scenario {
  @BeforeEach
  void two() {
    scale(2);
  }

  @AfterEach
  void one() {
    scale(1);
  }

  @Test
  void theOtherReplicaServesAtOnceAndLeadsSoon() {
    await("a leader", SOON, () -> names().contains(leader()));
    String first = leader();
    capture("before", "piper-while");
    CLIENT.pods().inNamespace(Installation.NAMESPACE).withName(first).withGracePeriod(0).delete();
    CLIENT.resource(webhookPods().list().getItems().get(0)).withGracePeriod(0).delete();

    // Nobody leads now, and the Service may still have the dead one: the webhook is asked anew.
    await("the webhook is there", SOON, () -> webhookKnows("piper-while"));
    await("another leader", SOON, () -> names().contains(leader()) && !leader().equals(first));
    capture("after", "another");
    assertThat(leader()).isNotEqualTo(first);
  }

  /** Who holds the lease. */
  private static String leader() {
    String holder =
        CLIENT
            .leases()
            .inNamespace(Installation.NAMESPACE)
            .withName("heisenbug-operator")
            .get()
            .getSpec()
            .getHolderIdentity();
    return holder == null ? "" : holder;
  }

  private static List<String> names() {
    return operators().stream().map(p -> p.getMetadata().getName()).toList();
  }

  private static List<Pod> operators() {
    return operatorPods().list().getItems();
  }

  private static void scale(int replicas) {
    operatorDeployment().scale(replicas);
    webhookDeployment().scale(replicas);
    await("so many webhooks", LONG, () -> webhookPods().list().getItems().size() == replicas);
    await("so many operators", LONG, () -> operators().size() == replicas);
    Installation.awaitReady();
  }
}
