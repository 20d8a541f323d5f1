/** A class that makes an object of its own subclass when it is initialised. */
public final class Main {
  static class Zone {
    static final Zone UTC = new FixedZone();

    static Zone utc() {
      return UTC;
    }
  }

  static final class FixedZone extends Zone {}

  public static void main(String[] args) throws InterruptedException {
    Thread home = new Thread(() -> Zone.utc());
    Thread ship = new Thread(() -> new FixedZone());
    home.start();
    ship.start();
    home.join();
    ship.join();
    System.out.println("no deadlock");
  }
}
