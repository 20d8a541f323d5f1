import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Every family of atomic access, with results that decide branches. */
public class Main {
  private static final AtomicIntegerFieldUpdater<Main> UPDATER =
      AtomicIntegerFieldUpdater.newUpdater(Main.class, "updated");
  private static final VarHandle HANDLE;

  static {
    try {
      HANDLE = MethodHandles.lookup().findVarHandle(Main.class, "handled", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  volatile int updated = 3;
  long handled;
  final AtomicInteger number = new AtomicInteger(5);
  final AtomicLong wide = new AtomicLong();
  final AtomicBoolean flag = new AtomicBoolean();
  final AtomicReference<String> text = new AtomicReference<>("start");
  final AtomicIntegerArray cells = new AtomicIntegerArray(4);
  final LongAdder adder = new LongAdder();

  void work(int id) {
    for (int i = 0; i < 3; i++) {
      int n = number.incrementAndGet();
      cells.addAndGet(n & 3, id);
      if (flag.compareAndSet(false, true)) {
        wide.addAndGet(n);
        flag.set(false);
      }
      int before = number.getAndUpdate(v -> v * 2 + id);
      if (before % 2 == 0) {
        UPDATER.incrementAndGet(this);
      } else {
        HANDLE.getAndAdd(this, (long) before);
      }
      text.compareAndSet("start", "thread " + id);
      adder.add(before);
      number.accumulateAndGet(id, (a, b) -> a - b);
    }
  }

  public static void main(String[] args) throws Exception {
    Main m = new Main();
    Thread t = new Thread(() -> m.work(1));
    t.start();
    m.work(2);
    t.join();
    System.out.println(
        m.number.get()
            + " "
            + m.wide
            + " "
            + m.cells
            + " "
            + m.updated
            + " "
            + m.handled
            + " "
            + m.adder.sum()
            + " "
            + m.text.get());
  }
}
