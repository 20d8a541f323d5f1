package dev.heisenbug.control.rt;

/**
 * Wakes threads that sit in a real {@code Object.wait}.
 *
 * <p>Waking needs the object's monitor. Doing it from a thread of its own keeps the scheduler's
 * lock and the program's monitors from ever being taken in a cycle.
 */
final class Waker extends Thread {
  private static final Waker INSTANCE = new Waker();
  private CThread[] queue = new CThread[16];
  private int size;

  private Waker() {
    super("heisenbug-waker");
    setDaemon(true);
  }

  static void begin() {
    INSTANCE.start();
  }

  static void notifyLater(CThread t) {
    synchronized (INSTANCE) {
      if (INSTANCE.size == INSTANCE.queue.length) {
        CThread[] bigger = new CThread[INSTANCE.size * 2];
        System.arraycopy(INSTANCE.queue, 0, bigger, 0, INSTANCE.size);
        INSTANCE.queue = bigger;
      }
      INSTANCE.queue[INSTANCE.size++] = t;
      INSTANCE.notify();
    }
  }

  @Override
  public void run() {
    while (true) {
      Object monitor = take().realWait;
      if (monitor != null) {
        synchronized (monitor) {
          monitor.notifyAll();
        }
      }
    }
  }

  private synchronized CThread take() {
    while (size == 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        // Nobody interrupts this thread on purpose; a stray interrupt must not end it.
      }
    }
    CThread first = queue[0];
    System.arraycopy(queue, 1, queue, 0, --size);
    return first;
  }
}
