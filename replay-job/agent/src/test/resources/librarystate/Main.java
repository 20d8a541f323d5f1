import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;

/** Two threads use one object of the JDK and touch nothing else in between. */
public class Main {
  interface Use {
    /** Whether it came out as it does alone. */
    boolean asAlone(int thread);
  }

  public static void main(String[] args) throws Exception {
    Use use = args[0].equals("random") ? random() : args[0].equals("locale") ? locale() : ids();
    boolean[] wrong = new boolean[1];
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int number = i;
      threads[i] =
          new Thread(
              () -> {
                if (!use.asAlone(number)) {
                  wrong[0] = true;
                }
              });
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println(wrong[0] ? "mixed" : "as alone");
  }

  private static Use random() {
    Random shared = new Random();
    int[] alone = {new Random(5).nextInt(), new Random(6).nextInt()};
    return thread -> {
      shared.setSeed(thread + 5);
      return shared.nextInt() == alone[thread];
    };
  }

  private static Use locale() {
    Locale.Builder shared = new Locale.Builder();
    String[] names = {"de", "fr"};
    return thread -> {
      shared.setLanguage(names[thread]);
      return shared.build().getLanguage().equals(names[thread]);
    };
  }

  /** No number may come twice. */
  private static Use ids() {
    SplittableRandom shared = new SplittableRandom(1);
    int[] drawn = new int[1];
    boolean[] any = new boolean[1];
    return thread -> {
      int id = shared.nextInt(1 << 30);
      boolean twice = any[0] && drawn[0] == id;
      drawn[0] = id;
      any[0] = true;
      return !twice;
    };
  }
}
