// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// A state machine in a switch: a payment and a cancellation both look at the state of an order and
// then move it. Whoever writes last wins, and the next event meets a state it must never see.
// Shows as: uncaught IllegalStateException "cannot ship …" in the payment thread.
import java.util.concurrent.CyclicBarrier;

public final class Main {
  enum State {
    NEW,
    PAID,
    SHIPPED,
    CANCELLED
  }

  static final class Order {
    private volatile State state = State.NEW;
    private volatile int receipt;
    private int notice;

    void pay() {
      switch (state) {
        case NEW -> {
          state = State.PAID;
          receipt = charge();
        }
        case CANCELLED -> receipt = -1;
        case PAID, SHIPPED -> throw new IllegalStateException("cannot pay " + state);
      }
    }

    void ship() {
      switch (state) {
        case PAID -> state = State.SHIPPED;
        case CANCELLED -> {
          if (receipt > 0) {
            throw new IllegalStateException("cannot ship: paid but cancelled");
          }
        }
        case NEW, SHIPPED -> throw new IllegalStateException("cannot ship " + state);
      }
    }

    void cancel() {
      switch (state) {
        case NEW -> {
          notice = charge();
          state = State.CANCELLED;
        }
        case PAID, SHIPPED, CANCELLED -> {}
      }
    }

    int notice() {
      return notice;
    }

    private static int charge() {
      int authorisation = 7;
      for (int i = 0; i < 150; i++) {
        authorisation = (authorisation * 29 + i) & 0x7fff;
      }
      return authorisation + 1;
    }
  }

  static final int DAY = 20;

  public static void main(String[] args) throws InterruptedException {
    Order[] orders = new Order[400];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = new Order();
    }
    CyclicBarrier open = new CyclicBarrier(2);
    Thread payments =
        new Thread(
            () -> {
              for (int day = 0; day < orders.length; day += DAY) {
                await(open);
                for (int i = day; i < day + DAY; i++) {
                  orders[i].pay();
                  orders[i].ship();
                }
              }
            },
            "payments");
    Thread cancellations =
        new Thread(
            () -> {
              for (int day = 0; day < orders.length; day += DAY) {
                await(open);
                for (int i = day + DAY - 1; i >= day; i--) {
                  orders[i].cancel();
                }
              }
            },
            "cancellations");
    // Payments may die of the failure; nobody opens the next day then.
    cancellations.setDaemon(true);
    payments.start();
    cancellations.start();
    payments.join();
    System.out.println("last notice " + orders[orders.length - 1].notice());
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalArgumentException(e);
    }
  }
}
