// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// A heartbeat is scheduled with java.util.Timer before the log that it writes to is made; mostly the
// log is there first, because the first beat comes a moment later.
// Shows as: uncaught NullPointerException in the timer's thread.
import java.util.Timer;
import java.util.TimerTask;

public final class Main {
  static final int BEATS = 5;
  private static StringBuilder log;
  private static volatile int beats;

  public static void main(String[] args) throws InterruptedException {
    Timer timer = new Timer("heartbeat", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            log.append(beats).append(' ');
            beats++;
          }
        },
        2,
        1);
    Thread.sleep(2);
    log = new StringBuilder();
    for (int waited = 0; beats < BEATS && waited < 1000; waited++) {
      Thread.sleep(1);
    }
    timer.cancel();
    System.out.println(log);
  }
}
