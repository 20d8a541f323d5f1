/** Sleeps long enough for its thread to have run, unless that one is slow. */
public final class Main {
  private static volatile boolean ran;

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(() -> ran = true);
    thread.start();
    Thread.sleep(5);
    System.out.println(ran ? "in time" : "late");
    thread.join();
  }
}
