// kind: none
// jdk: 17
// model: pso
//
// Correct twin of dining-philosophers: the last philosopher takes the forks in the other order, so
// no
// cycle of waiting is possible.
public final class Main {
  static final int SEATS = 4;

  public static void main(String[] args) throws InterruptedException {
    Object[] forks = new Object[SEATS];
    int[] meals = new int[SEATS];
    for (int i = 0; i < SEATS; i++) {
      forks[i] = new Object();
    }
    Thread[] table = new Thread[SEATS];
    for (int i = 0; i < SEATS; i++) {
      int seat = i;
      Object first = forks[Math.min(i, (i + 1) % SEATS)];
      Object second = forks[Math.max(i, (i + 1) % SEATS)];
      table[i] =
          new Thread(
              () -> {
                for (int meal = 0; meal < 30; meal++) {
                  synchronized (first) {
                    synchronized (second) {
                      meals[seat]++;
                    }
                  }
                }
              },
              "philosopher-" + i);
    }
    for (Thread philosopher : table) {
      philosopher.start();
    }
    for (Thread philosopher : table) {
      philosopher.join();
    }
    for (int served : meals) {
      if (served != 30) {
        throw new AssertionError(served + " meals");
      }
    }
  }
}
