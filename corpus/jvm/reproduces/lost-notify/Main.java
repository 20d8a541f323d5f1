// kind: hang
// jdk: 17
// model: sc
//
// IBM ConTest "LostNotify": the waiting side tests the flag outside the monitor and then waits
// without testing again. When the notification comes between the test and the wait, nobody is
// waiting yet and the wake-up is lost.
// Shows as: hang, the client thread in Object.wait for ever.
public final class Main {
  static final class Reply {
    private final Object monitor = new Object();
    private volatile boolean arrived;
    private int payload;
    private int waits;

    void deliver(int value) {
      payload = value;
      arrived = true;
      synchronized (monitor) {
        monitor.notifyAll();
      }
    }

    int await() throws InterruptedException {
      if (!arrived) {
        waits += compute(waits) & 1;
        synchronized (monitor) {
          monitor.wait();
        }
      }
      return payload;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Reply[] replies = new Reply[80];
    for (int i = 0; i < replies.length; i++) {
      replies[i] = new Reply();
    }
    Thread server =
        new Thread(
            () -> {
              for (int i = 0; i < replies.length; i++) {
                replies[i].deliver(compute(i));
              }
            },
            "server");
    Thread client =
        new Thread(
            () -> {
              try {
                int sum = 0;
                for (Reply reply : replies) {
                  sum += compute(reply.await());
                }
                System.out.println("replies sum to " + sum);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            "client");
    server.start();
    client.start();
    server.join();
    client.join();
  }

  private static int compute(int request) {
    int result = request;
    for (int i = 0; i < 40; i++) {
      result = (result * 33 + i) & 0xffff;
    }
    return result;
  }
}
