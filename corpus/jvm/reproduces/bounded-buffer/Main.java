// kind: hang
// jdk: 17
// model: sc
//
// IBM ConTest "BoundedBuffer": producers and consumers wait on one monitor and wake each other with
// notify() instead of notifyAll(). A consumer's notify may wake another consumer, which goes back
// to
// waiting: the wake-up meant for a producer is lost and everybody waits.
// Shows as: hang, all producers and consumers in Object.wait.
public final class Main {
  static final class Mailbox {
    private final int[] letters = new int[1];
    private int count;

    synchronized void put(int letter) throws InterruptedException {
      while (count == letters.length) {
        wait();
      }
      letters[count++] = letter;
      notify();
    }

    synchronized int take() throws InterruptedException {
      while (count == 0) {
        wait();
      }
      int letter = letters[--count];
      notify();
      return letter;
    }
  }

  static final int LETTERS = 5;

  public static void main(String[] args) throws InterruptedException {
    Mailbox box = new Mailbox();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      boolean producer = t % 2 == 0;
      threads[t] =
          new Thread(() -> run(box, producer), (producer ? "producer-" : "consumer-") + t / 2);
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void run(Mailbox box, boolean producer) {
    try {
      for (int i = 0; i < LETTERS; i++) {
        if (producer) {
          box.put(i);
        } else {
          box.take();
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
