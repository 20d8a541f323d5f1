// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A lazily built static table is published before it is filled: the first caller stores the empty
// array in the static field and then computes the entries; a second caller sees the array and uses
// it.
// Shows as: uncaught AssertionError in a worker, a checksum computed from a half-filled table.
public final class Main {
  static final class Crc {
    private static int[] table;

    static int of(int value) {
      if (table == null) {
        table = new int[256];
        for (int n = 0; n < 256; n++) {
          int c = n;
          for (int k = 0; k < 8; k++) {
            c = (c & 1) != 0 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
          }
          table[n] = c;
        }
      }
      return table[value & 0xff] ^ value >>> 8;
    }
  }

  static final int EXPECTED = 0x2d02ef8d;

  public static void main(String[] args) throws InterruptedException {
    Thread[] workers = new Thread[3];
    for (int w = 0; w < workers.length; w++) {
      workers[w] =
          new Thread(
              () -> {
                int crc = Crc.of(0xff);
                if (crc != EXPECTED) {
                  throw new AssertionError("checksum " + Integer.toHexString(crc));
                }
              },
              "worker-" + w);
    }
    for (Thread worker : workers) {
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }
}
