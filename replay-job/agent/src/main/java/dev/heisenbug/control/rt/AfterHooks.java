package dev.heisenbug.control.rt;

/**
 * Writes the outcome of a run that ended by itself once the program's shutdown hooks are done: they
 * may be where it checks its result and fails.
 */
final class AfterHooks implements Runnable {
  /** The JDK's own: console, the program's hooks, files to delete. Ours is the last of ten. */
  private static final int SLOT = 9;

  /** How long hooks may take: one that waits for a thread that is stopped would wait for ever. */
  private static final long PATIENCE_MILLIS = 5000;

  private AfterHooks() {}

  static void register() {
    try {
      Classes.registerShutdownHook(SLOT, new AfterHooks());
    } catch (ReflectiveOperationException e) {
      Runtime.getRuntime().addShutdownHook(new Thread(new AfterHooks(), "heisenbug-outcome"));
    }
  }

  @Override
  public void run() {
    Outcome.completed();
  }

  /** Hooks begin that are not controlled any more. */
  static void limit() {
    new Limit().start();
  }

  /** Ends a shutdown that does not. */
  private static final class Limit extends Thread {
    Limit() {
      super("heisenbug-limit");
      setDaemon(true);
    }

    @Override
    public void run() {
      long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
      while (System.nanoTime() < end) {
        try {
          Thread.sleep(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
          continue;
        }
      }
      Outcome.finish("completed");
    }
  }
}
