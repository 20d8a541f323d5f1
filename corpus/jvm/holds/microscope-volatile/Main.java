// kind: none
// jdk: 17
// model: pso
//
// Correct twin of microscope-pso: the flag is volatile, so it becomes visible after the
// coordinates.
public final class Main {
  static final class Stage {
    private int x = 1;
    private int y = 2;
    private volatile int settled;

    void move() {
      x++;
      y++;
      settled = 1;
    }

    void fire() {
      if (settled == 1 && x + 1 != y) {
        throw new AssertionError("beam off target");
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    for (int shot = 0; shot < 5; shot++) {
      Stage stage = new Stage();
      Thread beam = new Thread(stage::fire, "beam-" + shot);
      beam.start();
      stage.move();
      beam.join();
    }
  }
}
