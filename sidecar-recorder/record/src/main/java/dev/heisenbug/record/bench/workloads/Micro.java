package dev.heisenbug.record.bench.workloads;

/**
 * The micro-benchmark of Symber's table 4.1: threads that branch and access shared variables, a
 * share of the accesses under the variable's lock.
 */
record Micro(int threads, long branchCount, long accesses, int variables, int percent)
    implements Workload {
  private static final class Variable {
    int value;
  }

  @Override
  public long run() throws InterruptedException {
    Variable[] shared = new Variable[variables];
    for (int i = 0; i < variables; i++) {
      shared[i] = new Variable();
    }
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int seed = i + 1;
      workers[i] = new Thread(() -> work(shared, seed));
      workers[i].start();
    }
    long sum = 0;
    for (Thread worker : workers) {
      worker.join();
    }
    for (Variable variable : shared) {
      sum += variable.value;
    }
    return sum;
  }

  private void work(Variable[] shared, int seed) {
    long rounds = accesses / threads / 2;
    int branchesPerRound = (int) Math.max(1, branchCount / Math.max(1, accesses / 2));
    int x = seed;
    for (long i = 0; i < rounds; i++) {
      x = x * 1103515245 + 12345;
      Variable variable = shared[(x >>> 8) % variables];
      int value;
      if (i % 100 < percent) {
        synchronized (variable) {
          value = variable.value;
          variable.value = value + 1;
        }
      } else {
        value = variable.value;
        variable.value = value + 1;
      }
      for (int b = 1; b < branchesPerRound; b++) {
        if ((value >>> b & 1) == 0) {
          x ^= b;
        }
      }
    }
  }

  @Override
  public long branches() {
    return branchCount + accesses;
  }
}
