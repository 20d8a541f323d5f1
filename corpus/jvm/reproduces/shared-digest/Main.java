// kind: exit
// jdk: 17
// model: sc
// failure: exit 4
//
// One MessageDigest signs for all threads. A digest is a buffer and some counters of the JDK's, and
// two threads inside one call each mix their bytes.
// Shows as: exit code 4, a signature is wrong.
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

public class Main {
  static MessageDigest digest;

  static String sign(String text) {
    digest.reset();
    return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  public static void main(String[] args) throws Exception {
    digest = MessageDigest.getInstance("MD5");
    Map<String, String> expected = new HashMap<>();
    for (int i = 0; i < 6; i++) {
      expected.put("user" + i, sign("user" + i));
    }
    boolean[] wrong = new boolean[1];
    Thread[] signers = new Thread[3];
    for (int k = 0; k < signers.length; k++) {
      signers[k] =
          new Thread(
              () -> {
                for (int i = 0; i < 6; i++) {
                  if (!sign("user" + i).equals(expected.get("user" + i))) {
                    wrong[0] = true;
                  }
                }
              },
              "signer-" + k);
      signers[k].start();
    }
    for (Thread signer : signers) {
      signer.join();
    }
    if (wrong[0]) {
      System.exit(4);
    }
  }
}
