import java.util.concurrent.atomic.AtomicReference;

/** One thread looks into a slot of a generic class, another fills it. */
public class Main {
  record Node(int id) {}

  static final AtomicReference<Node> slot = new AtomicReference<>();
  static int missed;

  static void look() {
    Node there = slot.get();
    if (there == null) {
      missed++;
    }
  }

  public static void main(String[] args) throws Exception {
    Thread looking = new Thread(Main::look);
    looking.start();
    Thread filling = new Thread(() -> slot.set(new Node(7)));
    filling.start();
    looking.join();
    filling.join();
  }
}
