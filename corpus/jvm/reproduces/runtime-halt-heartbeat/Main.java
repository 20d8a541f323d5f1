// kind: exit
// jdk: 17
// model: sc
// failure: exit 17
//
// A node halts itself (Runtime.halt, no shutdown hooks) when it sees two leaders. Election reads
// the
// leader and then writes it without a lock, so two nodes may both win.
// Shows as: exit code 17 from Runtime.halt in a node thread.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  static final int NOBODY = -1;

  static final class Term {
    private final AtomicInteger winners = new AtomicInteger();
    private volatile int leader = NOBODY;

    void campaign(int node) {
      if (leader == NOBODY) {
        int votes = countVotes(node);
        leader = node;
        if (votes >= 0 && winners.incrementAndGet() > 1) {
          System.err.println("split brain, node " + node);
          Runtime.getRuntime().halt(17);
        }
      }
    }

    private static int countVotes(int node) {
      int votes = node;
      for (int i = 0; i < 50; i++) {
        votes = (votes * 3 + i) % 101;
      }
      return votes;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Term[] terms = new Term[200];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = new Term();
    }
    CountDownLatch ready = new CountDownLatch(2);
    Thread[] nodes = new Thread[2];
    for (int n = 0; n < nodes.length; n++) {
      int node = n;
      nodes[n] = new Thread(() -> run(terms, node, ready), "node-" + n);
      nodes[n].start();
    }
    for (Thread node : nodes) {
      node.join();
    }
  }

  private static void run(Term[] terms, int node, CountDownLatch ready) {
    ready.countDown();
    try {
      ready.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (Term term : terms) {
      term.campaign(node);
    }
  }
}
