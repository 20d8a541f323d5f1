package dev.heisenbug.e2e;

/** Installs the chart on the local cluster, or says that it is there. */
public final class Setup {
  private Setup() {}

  public static void main(String[] args) {
    boolean there =
        Kube.client()
                .apps()
                .deployments()
                .inNamespace(Installation.NAMESPACE)
                .withName("heisenbug-operator")
                .get()
            != null;
    if (!there) {
      System.out.println("heisenbug: installing the chart helm/heisenbug …");
      Installation.install(Installation.values());
    }
    System.out.println("heisenbug: the operator runs in namespace " + Installation.NAMESPACE);
    System.out.println("heisenbug: try " + Project.script("cluster.sh") + " kubectl get pods -A");
    System.exit(0);
  }
}
