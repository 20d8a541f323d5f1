// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// Spinning on a plain field: the reader polls "ready" until the writer sets it, but the writer
// raises
// the flag before it has attached the payload.
// Shows as: uncaught NullPointerException in the reader on a missing payload.
public final class Main {
  static final class Slot {
    private boolean ready;
    private String payload;

    void fill(int number) {
      ready = true;
      payload = encode(number);
    }

    int read() {
      while (!ready) {
        Thread.yield();
      }
      return payload.length();
    }

    private static String encode(int number) {
      int code = number;
      for (int i = 0; i < 150; i++) {
        code = (code * 17 + i) & 0xfff;
      }
      return code > 2048 ? "long message" : "message";
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Slot[] ring = new Slot[60];
    for (int i = 0; i < ring.length; i++) {
      ring[i] = new Slot();
    }
    Thread reader =
        new Thread(
            () -> {
              int characters = 0;
              for (Slot slot : ring) {
                characters += slot.read();
              }
              System.out.println(characters + " characters");
            },
            "reader");
    reader.start();
    for (int i = 0; i < ring.length; i++) {
      ring[i].fill(i);
    }
    reader.join();
  }
}
