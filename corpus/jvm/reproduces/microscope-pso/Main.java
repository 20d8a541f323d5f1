// kind: assertion
// jdk: 17
// model: pso
// failure: java.lang.AssertionError
//
// H3 figure 2: the electron microscope bug. The controller moves two coordinates and then raises a
// flag; the beam thread trusts the flag. The fields are plain, so under PSO the store to the flag
// may
// become visible before the store to y. Not reachable under SC or TSO.
// Shows as: uncaught AssertionError in the beam thread, coordinates x + 1 != y.
public final class Main {
  static final class Stage {
    private int x = 1;
    private int y = 2;
    private int settled;

    void move() {
      settled = 0;
      x++;
      y++;
      settled = 1;
    }

    void fire() {
      if (settled == 1) {
        int column = x;
        int row = y;
        if (column + 1 != row) {
          throw new AssertionError("beam off target: x " + column + " y " + row);
        }
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Stage stage = new Stage();
    Thread beam = new Thread(stage::fire, "beam");
    beam.start();
    stage.move();
    beam.join();
  }
}
