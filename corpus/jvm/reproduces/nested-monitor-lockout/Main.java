// kind: hang
// jdk: 21
// model: sc
//
// A client waits for a connection with the pool's own monitor in its hand: waiting gives away the
// list's monitor alone, and nobody can bring a connection back. The list is declared as a List, so
// that compilers since Java 18 call its wait and notify through that interface.
// Shows as: one client waits to be notified, the others for the monitor of the pool.
import java.util.ArrayList;
import java.util.List;

public class Main {
  static class Pool {
    private final List<String> free = new ArrayList<>();

    synchronized String take() throws InterruptedException {
      synchronized (free) {
        while (free.isEmpty()) {
          free.wait();
        }
        return free.remove(0);
      }
    }

    synchronized void give(String connection) {
      synchronized (free) {
        free.add(connection);
        free.notify();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Pool pool = new Pool();
    pool.give("connection");
    Thread[] clients = new Thread[3];
    for (int i = 0; i < clients.length; i++) {
      clients[i] =
          new Thread(
              () -> {
                try {
                  pool.give(pool.take());
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "client-" + i);
      clients[i].start();
    }
    for (Thread client : clients) {
      client.join();
    }
  }
}
