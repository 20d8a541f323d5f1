package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import dev.heisenbug.launch.RunOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A story tells who held what, who came too early, and what the run itself failed with. */
class StepsTest {
  private final TraceBuilder b = SymbolicTrace.builder();

  @Test
  void aDeadlockShowsTheLocksThatAreStillHeldAndWhoWaitsForWhom() {
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    int left = b.object("Left");
    int right = b.object("Right");
    int other = b.object("Other");
    at(b.lock(one, other, false), "A.before:1");
    at(b.unlock(one, other, false), "A.before:2");
    at(b.lock(one, left, false), "A.left:3");
    at(b.lock(one, left, false), "A.again:4");
    at(b.unlock(one, left, false), "A.again:5");
    at(b.lock(two, right, false), "B.right:6");
    assertThat(
            steps(
                failure(FailureKind.DEADLOCK, null),
                List.of(),
                List.of(
                    stuck("0.1", "MONITOR", "Right", "0.2", "A.left:4"),
                    stuck("0.2", "MONITOR", "Left", "0.1", "B.right:7"))))
        .containsExactly(
            "0.1 lock Left A.left:3",
            "0.2 lock Right B.right:6",
            "0.1 waits for the monitor of a Right, held by 0.2 A.left:4",
            "0.2 waits for the monitor of a Left, held by 0.1 B.right:7");
  }

  @Test
  void anotherElementOfAnArrayIsAnotherVariable() {
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    int bins = b.array("int[]#1", Sort.I32);
    int first = b.exprs().i32(0);
    int second = b.exprs().i32(1);
    at(b.read(one, bins, first), "H.add:1");
    at(b.write(two, bins, second, b.exprs().i32(7)), "H.add:2");
    at(b.write(one, bins, first, b.exprs().i32(1)), "H.add:3");
    at(b.read(b.thread("0"), bins, first), "Main.main:9");
    assertThat(failsInMain())
        .containsExactly(
            "0.1 write int[]#1[0] H.add:3",
            "0 read int[]#1[0] Main.main:9",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void aLostSignalStandsBeforeTheWaitThatMissedIt() {
    int waiter = b.thread("0");
    int notifier = b.thread("0.1");
    int monitor = b.object("Box");
    int condition = b.object("Box.wait");
    at(b.sync(EventKind.BROADCAST, notifier, condition), "N.tell:1");
    at(b.lock(waiter, monitor, false), "W.await:2");
    at(b.await(waiter, condition, monitor), "W.await:3");
    assertThat(
            steps(
                failure(FailureKind.HANG, null),
                List.of(),
                List.of(stuck("0", "WAIT", "Box", "", "W.await:3"))))
        .containsExactly(
            "0.1 broadcast Box.wait N.tell:1 <- before 0 begins to wait",
            "0 wait Box.wait W.await:3",
            "0 waits to be notified on a Box W.await:3");
  }

  @Test
  void aWakeUpThatIsLostWithoutLocksIsToldByWhoLookedTooEarly() {
    int waiter = b.thread("0.1");
    int main = b.thread("0");
    int ready = b.location("ready", Sort.I32);
    int parked = b.location("parked", Sort.I32);
    at(b.read(waiter, ready), "W.await:1");
    at(b.write(main, ready, b.exprs().i32(1)), "M.fire:2");
    at(b.read(main, parked), "M.fire:3");
    at(b.write(waiter, parked, b.exprs().i32(1)), "W.await:4");
    assertThat(
            steps(
                failure(FailureKind.HANG, null),
                List.of(),
                List.of(stuck("0.1", "PARK", "", "", "W.await:5"))))
        .startsWith(
            "0.1 read ready W.await:1",
            "0 write ready M.fire:2 <- after 0.1 had looked at it for the last time",
            "0 read parked M.fire:3",
            "0.1 write parked W.await:4 <- after 0 had looked at it for the last time");
  }

  @Test
  void aThreadThatWokeUpHoldsItsLockAgain() {
    int waiter = b.thread("0");
    int monitor = b.object("Box");
    int condition = b.object("Box.wait");
    at(b.lock(waiter, monitor, false), "W.lock:1");
    at(b.await(waiter, condition, monitor), "W.await:2");
    at(b.wake(waiter, condition, monitor, true), "W.await:2");
    assertThat(
            steps(
                failure(FailureKind.HANG, null),
                List.of(),
                List.of(
                    new RunOutcome.Stuck(
                        "0",
                        "PARK",
                        "",
                        "",
                        List.of(
                            "java.util.concurrent.locks.LockSupport.park:1",
                            "java.util.concurrent.Semaphore.acquire:2",
                            "W.run:3")))))
        .containsExactly("0 lock Box W.lock:1", "0 waits in Semaphore.acquire W.run:3");
  }

  @Test
  void anExceptionIsToldAsThisRunThrewIt() {
    int main = b.thread("0");
    int total = b.location("total", Sort.I32);
    int read = b.read(main, total);
    b.observed(read, 2046);
    at(read, "Main.main:9");
    assertThat(
            steps(
                failure(FailureKind.ASSERTION, "java.lang.AssertionError"),
                List.of(
                    new RunOutcome.Failed(
                        "exception",
                        "0",
                        "java.lang.AssertionError",
                        "missing: 2046",
                        List.of("Main.main:10"),
                        null)),
                List.of()))
        .containsExactly(
            "0 read total Main.main:9",
            "0 fails java.lang.AssertionError: missing: 2046 Main.main:10");
  }

  @Test
  void aCheckOfALibraryObjectIsToldBeforeWhatMonitorsProtect() {
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    int main = b.thread("0");
    int map = b.object("Map");
    int size = b.location("size", Sort.I32);
    int monitor = b.object("List");
    at(b.opaque(one, map, Sort.REF, false), "A.get:1");
    at(b.opaque(two, map, Sort.REF, true), "B.put:2");
    at(b.opaque(one, map, Sort.REF, true), "A.put:3");
    for (int i = 4; i < 16; i += 4) {
      locked(i % 8 == 0 ? one : two, monitor, size, i);
    }
    at(b.read(main, size), "Main.main:9");
    assertThat(
            steps(failure(FailureKind.ASSERTION, "java.lang.AssertionError"), List.of(), List.of()))
        .contains(
            "0.1 call Map A.get:1",
            "0.2 call Map B.put:2",
            "0.1 call Map A.put:3 <- 0.2 has changed it since this thread looked")
        .startsWith("0.1 call Map A.get:1");
  }

  private void locked(int thread, int monitor, int size, int line) {
    at(b.lock(thread, monitor, false), "L.add:" + line);
    at(b.read(thread, size), "L.add:" + (line + 1));
    at(b.write(thread, size, b.exprs().i32(line)), "L.add:" + (line + 2));
    at(b.unlock(thread, monitor, false), "L.add:" + (line + 3));
  }

  @Test
  void whatAFutureHandsOnIsToldOfTheThreadThatThrewIt() {
    int main = b.thread("0");
    int task = b.thread("0.1");
    int user = b.location("user", Sort.REF);
    int result = b.location("result", Sort.REF);
    at(b.read(task, user), "Main.task:5");
    at(b.read(main, result), "Main.main:9");
    RunOutcome.Failed failed =
        new RunOutcome.Failed(
            "exception", "0", "java.util.X", "", List.of("java.util.F.get:1", "Main.task:5"), null);
    Failure recorded =
        new Failure(
            FailureKind.EXCEPTION,
            "s",
            "java.util.X",
            "",
            "0",
            "main",
            failed.frames(),
            0,
            null,
            List.of());
    assertThat(steps(recorded, List.of(failed), List.of())).startsWith("0.1 read user Main.task:5");
  }

  @Test
  void aLostUpdateThatTheFailureDependsOnIsToldAndCountersAreNot() {
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    int main = b.thread("0");
    int sum = b.location("sum", Sort.I32);
    int hits = b.location("hits", Sort.I32);
    at(b.read(one, sum), "A.add:1");
    at(b.write(two, sum, b.exprs().i32(5)), "B.add:2");
    at(b.write(one, sum, b.exprs().i32(7)), "A.add:3");
    for (int i = 0; i < 3; i++) {
      at(b.rmw(one, hits, -1, r -> b.exprs().i32(1)), "A.hit:4");
      at(b.rmw(two, hits, -1, r -> b.exprs().i32(1)), "B.hit:5");
    }
    at(b.read(main, sum), "Main.main:9");
    RunOutcome.Failed failed =
        new RunOutcome.Failed(
            "exception", "0", "java.lang.AssertionError", "", List.of("Main.main:10"), null);
    assertThat(
            steps(
                failure(FailureKind.ASSERTION, "java.lang.AssertionError"),
                List.of(failed),
                List.of()))
        .startsWith(
            "0.1 read sum A.add:1",
            "0.2 write sum B.add:2",
            "0.1 write sum A.add:3 <- overwrites what 0.2 stored since this thread read it")
        .endsWith("0 read sum Main.main:9", "0 fails java.lang.AssertionError Main.main:10");
  }

  @Test
  void whatACauseSaysIsToldOfTheThreadThatThrewIt() {
    int main = b.thread("0");
    int task = b.thread("0.1");
    int user = b.location("user", Sort.REF);
    int result = b.location("result", Sort.REF);
    at(b.read(task, user), "Main.task:5");
    at(b.read(main, result), "Main.main:10");
    RunOutcome.Failed failed =
        new RunOutcome.Failed(
            "exception", "0", "java.util.X", "", List.of("Main.main:10"), "Main.task:5");
    assertThat(steps(failure(FailureKind.EXCEPTION, "java.util.X"), List.of(failed), List.of()))
        .startsWith("0.1 read user Main.task:5");
  }

  @Test
  void aLibraryObjectThatChangedBetweenTwoLooksIsTold() {
    int main = b.thread("0");
    int other = b.thread("0.1");
    int map = b.object("Map");
    at(b.opaque(main, map, Sort.REF, true), "Main.main:7");
    at(b.opaque(other, map, Sort.REF, true), "R.remove:2");
    at(b.opaque(main, map, Sort.REF, false), "Main.main:9");
    assertThat(failsInMain())
        .containsExactly(
            "0 call Map Main.main:7",
            "0.1 call Map R.remove:2",
            "0 call Map Main.main:9 <- 0.1 has changed it since",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void aLibraryObjectThatChangedBehindTheLastLookIsTold() {
    int main = b.thread("0");
    int other = b.thread("0.1");
    int list = b.object("List");
    at(b.opaque(main, list, Sort.I32, false), "Main.main:9");
    at(b.opaque(other, list, Sort.REF, true), "R.remove:2");
    assertThat(failsInMain())
        .containsExactly(
            "0 call List Main.main:9",
            "0.1 call List R.remove:2 <- after 0 had looked at it for the last time",
            "0 fails java.util.X Main.main:10");
  }

  private List<String> failsInMain() {
    RunOutcome.Failed failed =
        new RunOutcome.Failed("exception", "0", "java.util.X", "", List.of("Main.main:10"), null);
    return steps(failure(FailureKind.EXCEPTION, "java.util.X"), List.of(failed), List.of());
  }

  @Test
  void threadsThatWaitForWorkAreNotToldOf() {
    b.thread("0");
    assertThat(
            steps(
                failure(FailureKind.HANG, null),
                List.of(),
                List.of(stuck("0.1", "PARK", "", "", "java.util.concurrent.SomePool.take:7"))))
        .isEmpty();
  }

  private void at(int event, String position) {
    b.at(event, position);
  }

  private static Failure failure(FailureKind kind, String type) {
    List<String> frames = type == null ? List.of() : List.of("Main.main:10");
    return new Failure(kind, "s", type, "missing: 2200", "0", "main", frames, 0, null, List.of());
  }

  private static RunOutcome.Stuck stuck(
      String thread, String reason, String object, String owner, String frame) {
    return new RunOutcome.Stuck(thread, reason, object, owner, List.of(frame));
  }

  private List<String> steps(
      Failure failure, List<RunOutcome.Failed> failed, List<RunOutcome.Stuck> stuck) {
    RunOutcome outcome =
        new RunOutcome(
            "deadlock", failed, stuck, List.of(), List.of(), List.of(), null, true, false, 1);
    b.observedInThisOrder();
    return new Steps(
            b.build(),
            List.of(),
            List.of(),
            new Ending(failure, outcome),
            e -> "",
            e -> "",
            e -> -1)
        .pick().stream().map(StepsTest::line).toList();
  }

  private static String line(Schedule.Step s) {
    String note = s.note() == null ? "" : " <- " + s.note();
    return s.thread() + " " + s.operation() + " " + s.what() + " " + s.source() + note;
  }
}
