// kind: hang
// jdk: 17
// model: sc
//
// IBM ConTest "LostNotify": the waiting side tests the flag outside the monitor and then waits
// without testing again. When the notification comes between the test and the wait, nobody is
// waiting yet and the wake-up is lost.
// Shows as: hang, the main thread in Object.wait for ever.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public final class Main {
  static final class Call {
    private final int request;
    private volatile boolean answered;
    private int answer;
    private int traceId;

    Call(int request) {
      this.request = request;
    }

    void complete() {
      answer = compute(request, 20);
      answered = true;
      synchronized (this) {
        notifyAll();
      }
    }

    int await() throws InterruptedException {
      if (!answered) {
        traceId = compute(request, 800);
        synchronized (this) {
          wait();
        }
      }
      return answer + traceId % 2;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    Thread server = new Thread(() -> serve(calls), "server");
    server.setDaemon(true);
    server.start();
    int sum = 0;
    for (int request = 0; request < 60; request++) {
      Call call = new Call(request);
      calls.put(call);
      sum += call.await();
    }
    System.out.println("answers sum to " + sum);
  }

  private static void serve(BlockingQueue<Call> calls) {
    try {
      while (true) {
        calls.take().complete();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int compute(int request, int steps) {
    int result = request;
    for (int i = 0; i < steps; i++) {
      result = (result * 33 + i) & 0xffff;
    }
    return result;
  }
}
