import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Unsynchronised collections of boxed values. */
public class Main {
  public static void main(String[] args) throws Exception {
    List<Integer> list = new ArrayList<>(2);
    Map<String, Integer> counts = new HashMap<>();
    counts.put("x", 1);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      int base = i * 100;
      threads[i] =
          new Thread(
              () -> {
                for (int k = 0; k < 3; k++) {
                  list.add(base + k);
                  counts.put("x", counts.get("x") + 1);
                  counts.merge("y" + base, k, Integer::sum);
                }
              });
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    int sum = 0;
    for (Integer i : list) {
      sum += i == null ? 0 : i;
    }
    System.out.println(list.size() + " " + sum + " " + counts.get("x"));
  }
}
