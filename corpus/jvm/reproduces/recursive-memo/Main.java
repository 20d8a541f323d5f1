// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// Recursion over a shared memo: a bill-of-materials cost is computed recursively; a node is marked
// "in progress" to detect cycles. The marks are shared by all threads, so a second thread that
// meets
// a part the first one is still computing takes it for a cycle.
// Shows as: uncaught IllegalStateException "cycle at part …" in a planner thread.
public final class Main {
  static final int PARTS = 24;
  static final int UNKNOWN = 0;
  static final int IN_PROGRESS = -1;

  static final class BillOfMaterials {
    private final int[] cost = new int[PARTS];

    int costOf(int part) {
      int known = cost[part];
      if (known == IN_PROGRESS) {
        throw new IllegalStateException("cycle at part " + part);
      }
      if (known != UNKNOWN) {
        return known;
      }
      cost[part] = IN_PROGRESS;
      int total = machine(part);
      if (part >= 2) {
        total += costOf(part - 1);
        total += costOf(part - 2);
      }
      cost[part] = total % 10_000 + 1;
      return total % 10_000 + 1;
    }

    private static int machine(int part) {
      int minutes = part + 1;
      for (int i = 0; i < 30; i++) {
        minutes = (minutes * 11 + i) % 97;
      }
      return minutes;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BillOfMaterials[] products = new BillOfMaterials[4];
    for (int i = 0; i < products.length; i++) {
      products[i] = new BillOfMaterials();
    }
    Thread[] planners = new Thread[2];
    for (int p = 0; p < planners.length; p++) {
      planners[p] =
          new Thread(
              () -> {
                for (BillOfMaterials product : products) {
                  product.costOf(PARTS - 1);
                }
              },
              "planner-" + p);
    }
    for (Thread planner : planners) {
      planner.start();
    }
    for (Thread planner : planners) {
      planner.join();
    }
  }
}
