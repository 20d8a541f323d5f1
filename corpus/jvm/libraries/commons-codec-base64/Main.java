// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
// failure: java.lang.NullPointerException
// failure: java.lang.ArrayIndexOutOfBoundsException
//
// commons-codec 1.4, CODEC-96: Base64.encode keeps its buffer and position in the instance, so an
// encoder shared by two threads, as earlier releases allowed, mixes their data. Fixed in 1.5.
// Shows as: uncaught IllegalStateException "wrong encoding", or NullPointerException or
// ArrayIndexOutOfBoundsException inside Base64.
import java.nio.charset.StandardCharsets;
import org.apache.commons.codec.binary.Base64;

public final class Main {
  static final Base64 SHARED = new Base64();

  public static void main(String[] args) throws InterruptedException {
    Thread[] senders = new Thread[2];
    for (int s = 0; s < senders.length; s++) {
      String text = s == 0 ? "user:password" : "administrator:correct horse battery staple";
      byte[] plain = text.getBytes(StandardCharsets.US_ASCII);
      String expected = java.util.Base64.getEncoder().encodeToString(plain);
      senders[s] = new Thread(() -> send(plain, expected), "sender-" + s);
    }
    for (Thread sender : senders) {
      sender.start();
    }
    for (Thread sender : senders) {
      sender.join();
    }
  }

  private static void send(byte[] plain, String expected) {
    for (int i = 0; i < 80; i++) {
      String encoded = new String(SHARED.encode(plain), StandardCharsets.US_ASCII).trim();
      if (!encoded.equals(expected)) {
        throw new IllegalStateException("wrong encoding " + encoded);
      }
    }
  }
}
