package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.analyzer.jvm.symbolic.Notice;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import dev.heisenbug.launch.RunOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A story of a failure tells the step that decided it, which may lie in other threads. */
class FailureStepsTest {
  private final TraceBuilder b = SymbolicTrace.builder();
  private final List<Notice> notices = new ArrayList<>();
  private final int main = b.thread("0");
  private String message = "";
  private String type = "java.util.X";

  @Test
  void aLookAndAnUpdateWithAnotherUpdateBetweenAreToldOfWhatDecidedTheResult() {
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    int used = b.location("used", Sort.I32);
    int passed = b.location("passed", Sort.I32);
    int look = value(b.read(one, used), 4, "L.tryPass:1");
    b.path(one, b.exprs().eq(b.valueOf(look), b.exprs().i32(4)), "L.tryPass:1");
    value(b.rmw(two, used, -1, r -> b.exprs().add(r, b.exprs().i32(1))), 4, "L.tryPass:2");
    value(b.rmw(two, passed, -1, r -> b.exprs().add(r, b.exprs().i32(1))), 4, "L.run:5");
    value(b.rmw(one, used, -1, r -> b.exprs().add(r, b.exprs().i32(1))), 5, "L.tryPass:2");
    value(b.rmw(one, passed, -1, r -> b.exprs().add(r, b.exprs().i32(1))), 5, "L.run:5");
    value(b.read(main, passed), 6, "Main.main:9");
    assertThat(steps())
        .startsWith(
            "0.1 read used L.tryPass:1",
            "0.2 rmw used L.tryPass:2",
            "0.1 rmw used L.tryPass:2 <- 0.2 has changed it since this thread looked");
  }

  @Test
  void aThreadThatLooksBeforeTheStoreIsToldWithWhatItHadWaitedFor() {
    int worker = b.thread("0.1");
    int latch = b.object("Latch");
    int result = b.location("result", Sort.I32);
    at(b.sync(EventKind.POST, worker, latch), "W.run:1");
    at(b.sync(EventKind.AWAIT, main, latch), "Main.main:7");
    value(b.read(main, result), 0, "Main.main:8");
    int store = b.write(worker, result, b.exprs().i32(7));
    value(store, 7, "W.run:2");
    assertThat(steps())
        .containsExactly(
            "0.1 post Latch W.run:1",
            "0 await Latch Main.main:7",
            "0 read result Main.main:8",
            "0.1 write result W.run:2 <- after 0 had looked at it",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void whatALockProtectsIsNotLookedAtTooEarly() {
    int worker = b.thread("0.1");
    int monitor = b.object("Box");
    int result = b.location("result", Sort.I32);
    at(b.lock(main, monitor, false), "Main.main:7");
    value(b.read(main, result), 0, "Main.main:8");
    at(b.unlock(main, monitor, false), "Main.main:8");
    at(b.lock(worker, monitor, false), "W.run:1");
    value(b.write(worker, result, b.exprs().i32(7)), 7, "W.run:2");
    assertThat(steps()).noneMatch(s -> s.contains("W.run:2"));
  }

  @Test
  void whatAThreadHasWaitedForDidNotComeInBetween() {
    int worker = b.thread("0.1");
    int list = b.location("list", Sort.I32);
    int early = b.location("early", Sort.I32);
    value(b.write(main, list, b.exprs().i32(1)), 1, "Main.main:5");
    value(b.read(main, early), 0, "Main.main:6");
    value(b.write(worker, list, b.exprs().i32(2)), 2, "W.run:1");
    value(b.write(worker, early, b.exprs().i32(2)), 2, "W.run:2");
    at(b.exit(worker), "");
    at(b.join(main, worker), "Main.main:7");
    value(b.read(main, list), 2, "Main.main:8");
    assertThat(steps())
        .contains("0 read early Main.main:6", "0.1 write early W.run:2 <- after 0 had looked at it")
        .noneMatch(s -> s.contains("came in between"));
  }

  @Test
  void twoThreadsThatOvertakeEachOtherBetweenTwoQueuesAreTold() {
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    int in = b.object("In");
    int out = b.object("Out");
    at(b.opaque(two, in, Sort.REF, true), "P.take:1");
    at(b.opaque(one, in, Sort.REF, true), "P.take:1");
    at(b.opaque(one, out, Sort.REF, true), "P.put:2");
    at(b.opaque(two, out, Sort.REF, true), "P.put:2");
    at(b.opaque(main, out, Sort.REF, true), "Main.main:9");
    assertThat(steps())
        .containsExactly(
            "0.2 call In P.take:1",
            "0.1 call In P.take:1",
            "0.1 call Out P.put:2",
            "0.2 call Out P.put:2 <- 0.1 has overtaken it",
            "0 call Out Main.main:9",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void anEarlierCallThatAnotherCameInBetweenIsTold() {
    int other = b.thread("0.1");
    int packer = b.object("Packer");
    at(b.opaque(main, packer, Sort.REF, true), "M.pack:1");
    at(b.opaque(other, packer, Sort.REF, true), "M.pack:1");
    at(b.opaque(main, packer, Sort.REF, true), "M.pack:2");
    at(b.opaque(main, packer, Sort.REF, true), "M.pack:3");
    assertThat(steps())
        .containsExactly(
            "0 call Packer M.pack:1",
            "0.1 call Packer M.pack:1",
            "0 call Packer M.pack:2 <- 0.1 has changed it since",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void callsOfOthersThatLeftAnObjectWrongAreTold() {
    int log = b.object("Log");
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    b.fork(main, one);
    b.fork(main, two);
    at(b.opaque(one, log, Sort.REF, true), "M.size:1");
    at(b.opaque(two, log, Sort.REF, true), "M.write:2");
    at(b.opaque(one, log, Sort.REF, true), "M.write:2");
    b.exit(one);
    b.exit(two);
    b.join(main, one);
    b.join(main, two);
    at(b.opaque(main, log, Sort.REF, true), "Main.main:9");
    assertThat(steps())
        .containsExactly(
            "0.1 call Log M.size:1",
            "0.2 call Log M.write:2",
            "0.1 call Log M.write:2 <- 0.2 has changed it since",
            "0 call Log Main.main:9",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void whoWasThereBeforeTheFirstOfManyCallsIsTold() {
    int file = b.object("File");
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    int wrong = b.location("wrong", Sort.I32);
    at(b.opaque(main, file, Sort.REF, true), "Main.main:5");
    b.fork(main, one);
    b.fork(main, two);
    at(b.opaque(two, file, Sort.REF, true), "M.head:1");
    at(b.opaque(one, file, Sort.REF, true), "M.head:1");
    at(b.opaque(one, file, Sort.REF, true), "M.body:2");
    value(b.write(one, wrong, b.exprs().i32(1)), 1, "M.body:3");
    value(b.read(main, wrong), 1, "Main.main:8");
    assertThat(steps())
        .startsWith("0.2 call File M.head:1", "0.1 call File M.head:1 <- 0.2 was here before");
  }

  @Test
  void whoStoredWhatIsWrongIsToldWithTheCallsThatAnotherCameInBetween() {
    int file = b.object("File");
    at(b.opaque(main, file, Sort.REF, true), "Main.main:5");
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    b.fork(main, one);
    b.fork(main, two);
    int wrong = b.location("wrong", Sort.I32);
    at(b.opaque(one, file, Sort.REF, true), "M.seek:1");
    at(b.opaque(two, file, Sort.REF, true), "M.read:2");
    at(b.opaque(one, file, Sort.REF, true), "M.read:2");
    value(b.write(one, wrong, b.exprs().i32(1)), 1, "M.read:3");
    at(b.opaque(two, file, Sort.REF, true), "M.seek:1");
    value(b.read(main, wrong), 1, "Main.main:8");
    assertThat(steps())
        .containsExactly(
            "0.1 call File M.seek:1",
            "0.2 call File M.read:2",
            "0.1 call File M.read:2 <- 0.2 has changed it since",
            "0.1 write wrong M.read:3",
            "0 read wrong Main.main:8",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void aPermitThatNobodyHadIsTold() {
    int other = b.thread("0.1");
    int permits = b.object("Semaphore", 1);
    at(permit(EventKind.ACQUIRE_FAIL, other, permits), "P.print:1");
    at(permit(EventKind.RELEASE, other, permits), "P.print:5");
    at(permit(EventKind.ACQUIRE, main, permits), "P.print:1");
    assertThat(steps())
        .containsExactly(
            "0.1 acquire_fail Semaphore P.print:1",
            "0.1 release Semaphore P.print:5 <- gives back what it did not have",
            "0 acquire Semaphore P.print:1",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void aThreadThatOnlyGivesPermitsTellsOthersOfSomething() {
    int producer = b.thread("0.1");
    int items = b.object("Items", 1);
    at(permit(EventKind.RELEASE, producer, items), "P.put:5");
    at(permit(EventKind.ACQUIRE, main, items), "C.take:1");
    assertThat(steps()).containsExactly("0 fails java.util.X Main.main:10");
  }

  private int permit(EventKind kind, int thread, int semaphore) {
    return b.event(kind, thread, semaphore, 1, 0);
  }

  @Test
  void aThreadThatStandsInTheMidstOfItIsTold() {
    int writer = b.thread("0.1");
    int key = b.location("key", Sort.I32);
    value(b.read(writer, key), 3, "M.put:1");
    notices.add(notice(Notice.Kind.STANDS, "0.1", "", "M.put:1"));
    value(b.read(main, key), 3, "M.get:2");
    assertThat(steps())
        .containsExactly(
            "0.1 read key M.put:1 <- gets no further before 0 fails",
            "0 read key M.get:2",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void aThreadThatIsDoneIsNotInTheMidstOfAnything() {
    int worker = b.thread("0.1");
    int key = b.location("key", Sort.I32);
    value(b.read(worker, key), 3, "M.put:1");
    value(b.read(main, key), 3, "M.get:2");
    assertThat(steps()).noneMatch(s -> s.contains("gets no further"));
  }

  @Test
  void aNullIsToldOfWhoStoredIt() {
    type = "java.lang.NullPointerException";
    message = "because \"this.resource\" is null";
    int closer = b.thread("0.1");
    int resource = b.location("Shared#1.resource", Sort.REF);
    int other = b.location("other", Sort.REF);
    value(b.read(main, resource), 17, "S.check:1");
    value(b.write(closer, resource, b.exprs().constant(Sort.REF, 0)), 0, "S.close:2");
    value(b.read(main, resource), 0, "S.get:3");
    value(b.read(main, other), 0, "S.log:4");
    assertThat(steps())
        .startsWith(
            "0 read Shared#1.resource S.check:1",
            "0.1 write Shared#1.resource S.close:2",
            "0 read Shared#1.resource S.get:3 <- 0.1 has set it to null since");
  }

  @Test
  void aNullThatNobodyHasStoredAnythingOverYetIsTold() {
    type = "java.lang.NullPointerException";
    int worker = b.thread("0.1");
    int latch = b.object("Latch");
    at(b.sync(EventKind.POST, worker, latch), "W.run:1");
    at(b.sync(EventKind.AWAIT, main, latch), "Main.main:7");
    notices.add(notice(Notice.Kind.NULL, "0", "Loader#1.result", "Loader.await:8"));
    assertThat(steps())
        .containsExactly(
            "0.1 post Latch W.run:1",
            "0 await Latch Main.main:7",
            "0 read Loader#1.result = null Loader.await:8 <- nobody has stored anything there yet",
            "0 fails java.lang.NullPointerException Main.main:10");
  }

  @Test
  void aTimeLimitThatPassedIsToldWithWhoHadNotBegun() {
    int worker = b.thread("0.1");
    at(b.fork(main, worker), "Main.main:5");
    notices.add(notice(Notice.Kind.TIME_LIMIT, "0", "Future.get", "Main.main:7"));
    assertThat(steps())
        .containsExactly(
            "0 starts 0.1 Main.main:5 <- has not begun when 0 fails",
            "0 gives up Future.get Main.main:7 <- its time limit has passed",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void aThreadThatPollsDoesNotGiveUp() {
    for (int i = 0; i < 5; i++) {
      notices.add(notice(Notice.Kind.TIME_LIMIT, "0", "Queue.poll", "Main.main:7"));
    }
    at(b.fork(main, b.thread("0.1")), "Main.main:5");
    assertThat(steps()).containsExactly("0 fails java.util.X Main.main:10");
  }

  @Test
  void whoElseIsAtTheObjectThatItCalledLastIsTold() {
    int market = b.object("Exchanger#1");
    notices.add(
        new Notice(
            Notice.Kind.OPEN_CALL, "0.3", 0, "Exchanger#1.exchange", "Exchanger#1", "M.trade:1"));
    at(b.opaque(main, market, Sort.REF, true), "M.trade:1");
    assertThat(steps())
        .containsExactly(
            "0.3 call Exchanger#1.exchange M.trade:1 <- has not come back yet",
            "0 call Exchanger#1 M.trade:1",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void theTaskThatAThreadHadRunBeforeIsTold() {
    int other = b.thread("0.1");
    int first = b.object("task A");
    int second = b.object("task B");
    at(b.sync(EventKind.POST, other, first), "P.submit:1");
    at(b.sync(EventKind.AWAIT, main, first), "");
    at(b.sync(EventKind.POST, other, second), "P.submit:2");
    at(b.sync(EventKind.AWAIT, main, second), "");
    assertThat(steps())
        .containsExactly(
            "0.1 post task A P.submit:1",
            "0 await task A ",
            "0.1 post task B P.submit:2",
            "0 await task B  <- in the thread that ran task A before",
            "0 fails java.util.X Main.main:10");
  }

  @Test
  void whatFailedInATaskIsToldOfTheThreadThatDidNotEndItsTask() {
    int one = b.thread("0.1");
    int two = b.thread("0.2");
    int user = b.location("user", Sort.I32);
    int first = b.object("task A");
    int second = b.object("task B");
    int done = b.object("done B");
    at(b.sync(EventKind.AWAIT, one, first), "");
    value(b.read(one, user), 1, "Main.task:5");
    at(b.sync(EventKind.AWAIT, two, second), "");
    value(b.read(two, user), 1, "Main.task:5");
    at(b.sync(EventKind.POST, two, done), "");
    b.observedInThisOrder();
    SymbolicTrace trace = b.build();
    assertThat(new Thrower(trace, trace.observedOrder()).of("0", "Main.task:5")).isEqualTo("0.1");
  }

  private Notice notice(Notice.Kind kind, String thread, String what, String position) {
    return new Notice(kind, thread, b.eventCount(), what, "", position);
  }

  private int value(int event, long value, String position) {
    b.observed(event, value);
    return at(event, position);
  }

  private int at(int event, String position) {
    b.at(event, position);
    return event;
  }

  private List<String> steps() {
    RunOutcome.Failed failed =
        new RunOutcome.Failed("exception", "0", type, message, List.of("Main.main:10"), null);
    RunOutcome outcome =
        new RunOutcome(
            "failed",
            List.of(failed),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            true,
            false,
            1);
    Failure recorded =
        new Failure(
            FailureKind.EXCEPTION,
            "s",
            type,
            message,
            "0",
            "main",
            failed.frames(),
            0,
            null,
            List.of());
    b.observedInThisOrder();
    Ending ending = new Ending(recorded, outcome);
    return new Steps(b.build(), List.of(), notices, ending, e -> "", e -> "", e -> -1)
        .pick().stream().map(FailureStepsTest::line).toList();
  }

  private static String line(Schedule.Step s) {
    String note = s.note() == null ? "" : " <- " + s.note();
    return s.thread() + " " + s.operation() + " " + s.what() + " " + s.source() + note;
  }
}
