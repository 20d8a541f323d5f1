// kind: assertion
// jdk: 17
// model: tso
// failure: java.lang.AssertionError
//
// The entry protocol of Dekker's algorithm on plain fields: raise my flag, then look at the
// other's.
// A store buffer lets both threads read the other flag before either store is visible, so both
// enter
// and one deposit is lost. Not reachable under SC.
// Shows as: uncaught AssertionError in main, fewer deposits than admissions.
public final class Main {
  static final class Vault {
    private boolean leftWants;
    private boolean rightWants;
    private int deposits;

    boolean leftTries() {
      leftWants = true;
      boolean admitted = !rightWants;
      if (admitted) {
        deposits++;
      }
      leftWants = false;
      return admitted;
    }

    boolean rightTries() {
      rightWants = true;
      boolean admitted = !leftWants;
      if (admitted) {
        deposits++;
      }
      rightWants = false;
      return admitted;
    }
  }

  static final int TRIES = 4000;

  public static void main(String[] args) throws InterruptedException {
    Vault vault = new Vault();
    int[] admissions = new int[2];
    Thread left =
        new Thread(
            () -> {
              int admitted = 0;
              for (int i = 0; i < TRIES; i++) {
                admitted += vault.leftTries() ? 1 : 0;
              }
              admissions[0] = admitted;
            },
            "left");
    Thread right =
        new Thread(
            () -> {
              int admitted = 0;
              for (int i = 0; i < TRIES; i++) {
                admitted += vault.rightTries() ? 1 : 0;
              }
              admissions[1] = admitted;
            },
            "right");
    left.start();
    right.start();
    left.join();
    right.join();
    if (vault.deposits != admissions[0] + admissions[1]) {
      throw new AssertionError(
          vault.deposits + " deposits, " + (admissions[0] + admissions[1]) + " admissions");
    }
  }
}
