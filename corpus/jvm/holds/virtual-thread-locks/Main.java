// kind: none
// jdk: 21
// model: pso
//
// Correct twin of the virtual-thread programs: a ReentrantLock around test and use, and a monitor
// with
// wait and notifyAll, from virtual threads.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public final class Main {
  static final class Limiter {
    private final ReentrantLock lock = new ReentrantLock();
    private int used;

    boolean admit() {
      lock.lock();
      try {
        if (used >= 50) {
          return false;
        }
        used++;
        return true;
      } finally {
        lock.unlock();
      }
    }
  }

  static final class Gate {
    private boolean open;

    synchronized void open() {
      open = true;
      notifyAll();
    }

    synchronized void pass() throws InterruptedException {
      while (!open) {
        wait();
      }
    }
  }

  public static void main(String[] args) {
    Limiter limiter = new Limiter();
    Gate gate = new Gate();
    int[] admitted = new int[6];
    try (ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int r = 0; r < admitted.length; r++) {
        int client = r;
        requests.submit(
            () -> {
              gate.pass();
              for (int i = 0; i < 20; i++) {
                admitted[client] += limiter.admit() ? 1 : 0;
              }
              return null;
            });
      }
      gate.open();
    }
    int total = 0;
    for (int count : admitted) {
      total += count;
    }
    if (total != 50) {
      throw new AssertionError(total + " admitted");
    }
  }
}
