// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A volatile counter incremented with ++: volatile makes each read and write visible, not the pair
// atomic. Active sessions are counted up and down and do not return to zero.
// Shows as: uncaught AssertionError in main, sessions are still open according to the counter.
public final class Main {
  static final class Sessions {
    private volatile int open;

    void opened() {
      open++;
    }

    void closed() {
      open--;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Sessions sessions = new Sessions();
    Thread[] clients = new Thread[2];
    for (int c = 0; c < clients.length; c++) {
      clients[c] =
          new Thread(
              () -> {
                for (int i = 0; i < 2000; i++) {
                  sessions.opened();
                  sessions.closed();
                }
              },
              "client-" + c);
    }
    for (Thread client : clients) {
      client.start();
    }
    for (Thread client : clients) {
      client.join();
    }
    if (sessions.open != 0) {
      throw new AssertionError(sessions.open + " sessions still open");
    }
  }
}
