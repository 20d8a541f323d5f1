// kind: hang
// jdk: 17
// model: sc
//
// A task resets its own cancel flag when it begins, so that a cancel that came earlier is lost. It
// counts its rounds while it waits to be cancelled, so it never stops writing.
// Shows as: the task sleeps and looks again for ever, main waits for its end.
public final class Main {
  private static final class Task implements Runnable {
    private volatile boolean cancelled;
    private int rounds;

    @Override
    public void run() {
      cancelled = false;
      while (!cancelled) {
        rounds++;
        pause();
      }
    }

    private static void pause() {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void cancel() {
      cancelled = true;
    }
  }

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    Task task = new Task();
    Thread thread = new Thread(task, "task");
    thread.start();
    Thread.sleep(5);
    task.cancel();
    thread.join();
    System.out.println("cancelled after " + task.rounds + " rounds");
  }
}
