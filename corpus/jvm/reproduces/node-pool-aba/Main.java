// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// A pool of nodes that are used again. A thread that was about to take the first node finds it first
// again after others have taken it, taken the next one, and put it back: it makes the next one first,
// which is in use.
import java.util.concurrent.atomic.AtomicReference;

public final class Main {
  private static final int NODES = 3;
  private static final int ROUNDS = 3;

  static final class Node {
    private final int id;
    private Node next;
    private boolean used;

    Node(int id) {
      this.id = id;
    }

    void use() {
      if (used) {
        throw new IllegalStateException("node " + id + " handed out twice");
      }
      used = true;
    }
  }

  private final AtomicReference<Node> free = new AtomicReference<>();

  public static void main(String[] args) throws InterruptedException {
    Main pool = new Main();
    for (int i = 0; i < NODES; i++) {
      pool.put(new Node(i));
    }
    Thread one = new Thread(pool::work, "one");
    Thread two = new Thread(pool::work, "two");
    one.start();
    two.start();
    one.join();
    two.join();
  }

  private void work() {
    for (int i = 0; i < ROUNDS; i++) {
      Node first = take();
      Node second = take();
      release(first);
      release(second);
    }
  }

  private Node take() {
    while (true) {
      Node node = free.get();
      if (node == null) {
        return null;
      }
      Node next = node.next;
      if (free.compareAndSet(node, next)) {
        node.use();
        return node;
      }
    }
  }

  private void release(Node node) {
    if (node != null) {
      node.used = false;
      put(node);
    }
  }

  private void put(Node node) {
    Node first;
    do {
      first = free.get();
      node.next = first;
    } while (!free.compareAndSet(first, node));
  }
}
