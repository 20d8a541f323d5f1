package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.NoisePlace;
import dev.heisenbug.weave.stream.Codes;
import dev.heisenbug.weave.stream.StreamCursor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A thread that paused while it was recorded lets the others go first at the same place. */
class PauseTest {
  private static final int LATER = Integer.MAX_VALUE;
  private final Sched sched = new Sched();
  private Recorded recorded;
  private CThread thread;

  @Test
  void theTurnEndsWhereTheThreadPaused() {
    follow();
    path(0);
    assertThat(recorded.nextStamp()).isEqualTo(5);
    recorded.visit(thread, Site.START);
    assertThat(thread.stopAt).isEqualTo(LATER);
    recorded.visit(thread, Site.PARK);
    assertThat(thread.stopAt).isEqualTo(thread.idx);
    assertThat(recorded.nextStamp()).isEqualTo(14);
    path(1);
    recorded.end(thread);
    assertThat(recorded.describe()).isEqualTo("open matched=3 tolerated=0");
  }

  @Test
  void theTurnEndsBeforeAnOperationThatCameAfterThePause() {
    follow();
    path(0);
    recorded.visitSync(thread);
    assertThat(thread.stopAt).isEqualTo(thread.idx);
    assertThat(recorded.nextStamp()).isEqualTo(14);
  }

  @Test
  void timePassesWithThePointsBetweenTwoStamps() {
    follow();
    path(0);
    recorded.visit(thread, Site.PARK);
    assertThat(recorded.time(thread)).isEqualTo(5);
    thread.idx++;
    assertThat(recorded.time(thread)).as("not beyond the next").isEqualTo(14);
  }

  @Test
  void whatHasAStampIsDoneWhenThatSays() {
    follow();
    path(0);
    recorded.visit(thread, Site.PARK);
    Ctl.SCHED.policy = new PacedPolicy();
    thread.stopAt = LATER;
    recorded.visitSync(thread);
    assertThat(recorded.time(thread)).isEqualTo(14);
    assertThat(thread.stopAt).isEqualTo(thread.idx);
  }

  @Test
  void aPlaceThatTheRunDoesNotComeByIsNoMismatch() {
    follow();
    path(0);
    path(1);
    recorded.visit(thread, Site.PARK);
    recorded.end(thread);
    assertThat(recorded.describe()).isEqualTo("open matched=3 tolerated=0");
  }

  @Test
  void countedSynchronisationComesBeforeThePauseBehindIt() {
    follow(Codes.SYNCS, 2);
    recorded.sync(thread, Sync.Kind.MONITOR_ENTER);
    assertThat(recorded.nextStamp()).as("of the pause, which is still to come").isEqualTo(5);
    recorded.visitSync(thread);
    assertThat(thread.stopAt).isEqualTo(LATER);
    recorded.sync(thread, Sync.Kind.MONITOR_ENTER);
    recorded.visitSync(thread);
    assertThat(thread.stopAt).isEqualTo(thread.idx);
  }

  private void path(long number) {
    recorded.token(thread, Recorded.What.PATH, -1, number);
  }

  private void follow() {
    follow(0x01);
  }

  private void follow(int... before) {
    Ctl.SCHED.policy = new ClockPolicy();
    int place = NoisePlace.of(Site.name(Site.PARK)) << 1;
    int[] pause = {
      Codes.INPUT,
      Inputs.PAUSE,
      place & 0x7F | 0x80,
      place >>> 7,
      Codes.CLOCK,
      5,
      0x02,
      Codes.THREAD_END,
      9
    };
    int[] stream = IntStream.concat(Arrays.stream(before), Arrays.stream(pause)).toArray();
    byte[] bytes = new byte[stream.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) stream[i];
    }
    recorded = new Recorded(new StreamCursor(List.of(bytes)), new StreamCursor(List.of(bytes)));
    thread = sched.register("0", new Thread(), recorded);
    thread.stopAt = LATER;
  }
}
