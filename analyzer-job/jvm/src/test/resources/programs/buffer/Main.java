/** A bounded buffer with wait and notify, and a consumer that times out. */
public class Main {
  private final int[] items = new int[2];
  private int size;
  private int head;

  synchronized void put(int v) throws InterruptedException {
    while (size == items.length) {
      wait();
    }
    items[(head + size++) % items.length] = v;
    notifyAll();
  }

  synchronized int take(long millis) throws InterruptedException {
    while (size == 0) {
      wait(millis);
      if (millis > 0 && size == 0) {
        return -1;
      }
    }
    int v = items[head];
    head = (head + 1) % items.length;
    size--;
    notify();
    return v;
  }

  public static void main(String[] args) throws Exception {
    Main m = new Main();
    Thread producer =
        new Thread(
            () -> {
              try {
                for (int i = 1; i <= 6; i++) {
                  m.put(i * i);
                }
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    producer.start();
    int sum = 0;
    for (int i = 0; i < 6; i++) {
      sum += m.take(0);
    }
    if (m.take(5) != -1) {
      throw new AssertionError();
    }
    producer.join();
    System.out.println(sum);
  }
}
