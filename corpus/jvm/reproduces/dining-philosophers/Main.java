// kind: deadlock
// jdk: 17
// model: sc
//
// IBM ConTest "DiningPhilosophers": every philosopher takes the left fork and then the right one.
// When all hold their left fork at the same time, nobody ever gets a right one.
// Shows as: deadlock, a cycle of three monitors that ThreadMXBean reports.
public final class Main {
  static final int SEATS = 3;

  static final class Fork {
    private int uses;

    void use() {
      uses++;
    }

    int uses() {
      return uses;
    }
  }

  static final class Philosopher implements Runnable {
    private final Fork left;
    private final Fork right;
    private int thoughts;

    Philosopher(Fork left, Fork right) {
      this.left = left;
      this.right = right;
    }

    @Override
    public void run() {
      for (int meal = 0; meal < 20; meal++) {
        synchronized (left) {
          think(4000);
          synchronized (right) {
            left.use();
            right.use();
          }
        }
        think(10);
      }
    }

    private void think(int steps) {
      for (int i = 0; i < steps; i++) {
        thoughts = thoughts * 31 + i;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Fork[] forks = new Fork[SEATS];
    for (int i = 0; i < SEATS; i++) {
      forks[i] = new Fork();
    }
    Thread[] table = new Thread[SEATS];
    for (int i = 0; i < SEATS; i++) {
      table[i] = new Thread(new Philosopher(forks[i], forks[(i + 1) % SEATS]), "philosopher-" + i);
    }
    for (Thread philosopher : table) {
      philosopher.start();
    }
    for (Thread philosopher : table) {
      philosopher.join();
    }
    int uses = 0;
    for (Fork fork : forks) {
      uses += fork.uses();
    }
    System.out.println("meals served: " + uses / 2);
  }
}
