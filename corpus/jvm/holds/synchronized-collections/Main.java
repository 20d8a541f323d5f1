// kind: none
// jdk: 17
// model: pso
//
// Correct twin of the collection races: synchronized wrappers for single operations, their lock for
// iteration, and concurrent collections.
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;

public final class Main {
  static final int ENTRIES = 100;

  public static void main(String[] args) throws InterruptedException {
    List<Integer> list = Collections.synchronizedList(new ArrayList<>());
    Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
    ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
    Thread[] writers = new Thread[2];
    for (int w = 0; w < writers.length; w++) {
      int offset = w * ENTRIES;
      writers[w] =
          new Thread(
              () -> {
                for (int i = offset; i < offset + ENTRIES; i++) {
                  list.add(i);
                  map.put(i, i);
                  deque.add(i);
                }
              },
              "writer-" + w);
      writers[w].start();
    }
    int sum = 0;
    synchronized (list) {
      for (int value : list) {
        sum += value;
      }
    }
    for (Thread writer : writers) {
      writer.join();
    }
    if (sum < 0 || list.size() != 200 || map.size() != 200 || deque.size() != 200) {
      throw new AssertionError(list.size() + " " + map.size() + " " + deque.size());
    }
  }
}
