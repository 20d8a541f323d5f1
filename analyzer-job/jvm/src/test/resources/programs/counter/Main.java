/** Lost updates on a plain static and a plain field. */
public class Main {
  static int count;
  long total;

  static Thread start(Main m) {
    Thread t =
        new Thread(
            () -> {
              for (int i = 0; i < 4; i++) {
                count++;
                m.total += i;
              }
            });
    t.start();
    return t;
  }

  public static void main(String[] args) throws Exception {
    Main m = new Main();
    Thread a = start(m);
    Thread b = start(m);
    a.join();
    b.join();
    if (count != 8 || m.total != 12) {
      throw new AssertionError(count + " " + m.total);
    }
  }
}
