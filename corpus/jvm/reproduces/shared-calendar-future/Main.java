// kind: exception
// jdk: 17
// model: sc
// failure: java.util.concurrent.CompletionException
//
// One Calendar for all threads: clear and set of one task come between those of another. The task
// finds the wrong day and throws; main learns of it from a future, with an exception that the JDK
// made in the task's thread and that has no frame of this program.
// Shows as: uncaught CompletionException in main.
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

public final class Main {
  private static final Calendar CALENDAR =
      new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);

  private static int dayOfYear(int year, int month, int day) {
    CALENDAR.clear();
    CALENDAR.set(year, month, day);
    return CALENDAR.get(Calendar.DAY_OF_YEAR);
  }

  public static void main(String[] args) {
    CyclicBarrier barrier = new CyclicBarrier(2);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    all.add(check(barrier, Calendar.JANUARY, 15));
    all.add(check(barrier, Calendar.JULY, 196));
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
  }

  private static CompletableFuture<Void> check(CyclicBarrier barrier, int month, int expected) {
    return CompletableFuture.runAsync(
        () -> {
          meet(barrier);
          for (int i = 0; i < 50; i++) {
            int day = dayOfYear(2023, month, 15);
            if (day != expected) {
              throw new IllegalStateException("day " + day + " instead of " + expected);
            }
          }
        },
        task -> new Thread(task, "month-" + month).start());
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
