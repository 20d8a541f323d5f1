/** Strings and builders made from shared values. */
public class Main {
  static final StringBuilder LOG = new StringBuilder();
  static String text = "";
  static int n;

  static void work(String id) {
    for (int i = 0; i < 3; i++) {
      text = text + id + n++;
      if (text.length() > 6 && text.charAt(0) == 'a') {
        LOG.append(text, 0, 3).append(n);
      } else {
        LOG.append(id).append(text.hashCode() & 15);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> work("a"));
    t.start();
    work("b");
    t.join();
    System.out.println(LOG.length() + text);
  }
}
