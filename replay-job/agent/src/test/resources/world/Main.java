import java.util.concurrent.TimeUnit;

/** Waits for processes in every way there is: none of them is a deadlock or a time-out. */
public final class Main {
  public static void main(String[] args) throws Exception {
    Process shortOne = new ProcessBuilder("sleep", "0.3").start();
    check(shortOne.waitFor(20, TimeUnit.SECONDS));
    check(shortOne.waitFor() == 0);
    Process awaited = new ProcessBuilder("sleep", "0.3").start();
    check(awaited.onExit().get() == awaited);
    Process longOne = new ProcessBuilder("sleep", "30").start();
    check(!longOne.waitFor(100, TimeUnit.MILLISECONDS));
    longOne.destroy();
    check(longOne.waitFor() != 0);
    Thread waiting = new Thread(Main::run);
    waiting.start();
    waiting.join();
  }

  private static void run() {
    try {
      new ProcessBuilder("sleep", "0.2").start().waitFor();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new AssertionError();
    }
  }
}
