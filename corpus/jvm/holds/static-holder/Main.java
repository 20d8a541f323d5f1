// kind: none
// jdk: 17
// model: pso
//
// Correct twin of check-then-act-singleton, static-table-race and static-init-deadlock: the class
// loader builds the table once, and initialisers depend on each other in one direction only.
public final class Main {
  static final class Polynomial {
    static final int VALUE = 0xedb88320;

    static int polynomial() {
      return VALUE;
    }
  }

  static final class Holder {
    static final int[] TABLE = build();

    private static int[] build() {
      int[] table = new int[256];
      for (int n = 0; n < 256; n++) {
        int c = n;
        for (int k = 0; k < 8; k++) {
          c = (c & 1) != 0 ? Polynomial.polynomial() ^ (c >>> 1) : c >>> 1;
        }
        table[n] = c;
      }
      return table;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] workers = new Thread[3];
    for (int w = 0; w < workers.length; w++) {
      workers[w] =
          new Thread(
              () -> {
                if (Holder.TABLE[0xff] != 0x2d02ef8d) {
                  throw new AssertionError("half-filled table");
                }
              },
              "worker-" + w);
      workers[w].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }
}
