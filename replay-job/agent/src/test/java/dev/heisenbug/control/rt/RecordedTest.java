package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.stream.Codes;
import dev.heisenbug.weave.stream.StreamCursor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Synchronisation that was only counted matches wherever it comes, but not more nor less of it. */
class RecordedTest {
  private static final int[] COUNTED = {
    0x01, Codes.SYNC_0, 5, Codes.SYNCS, 2, 0x02, 0x03, Codes.SYNC_0 + 13, 9, Codes.THREAD_END, 1
  };

  private final Sched sched = new Sched();
  private Recorded recorded;
  private CThread thread;

  @Test
  void countedEventsMatchAnywhereBeforeTheNextWithAClock() {
    follow(COUNTED);
    begin();
    recorded.sync(thread, 4);
    path(1);
    recorded.sync(thread, 7);
    path(2);
    recorded.sync(thread, 13);
    recorded.end(thread);
    assertThat(recorded.describe()).isEqualTo("open matched=8 tolerated=0");
  }

  @Test
  void oneMoreThanWasCountedLeavesThePath() {
    follow(COUNTED);
    begin();
    recorded.sync(thread, 4);
    recorded.sync(thread, 4);
    recorded.sync(thread, 4);
    assertThat(recorded.describe()).startsWith("SYNC expected TOKEN:1 actual 4 after 4");
  }

  @Test
  void oneLessThanWasCountedLeavesThePath() {
    follow(COUNTED);
    begin();
    recorded.sync(thread, 4);
    path(1);
    path(2);
    recorded.sync(thread, 13);
    recorded.end(thread);
    assertThat(recorded.describe()).startsWith("END expected SYNC:13 actual 0");
  }

  @Test
  void anEndBeforeWhatWasCountedLeavesThePath() {
    follow(0x01, Codes.SYNC_0, 5, Codes.SYNCS, 2, Codes.THREAD_END, 1);
    begin();
    recorded.sync(thread, 4);
    recorded.end(thread);
    assertThat(recorded.describe()).startsWith("END expected SYNCS:1 actual 0");
  }

  private void begin() {
    path(0);
    recorded.sync(thread, 0);
  }

  private void path(long number) {
    recorded.token(thread, Recorded.What.PATH, -1, number);
  }

  private void follow(int... stream) {
    Ctl.SCHED.policy = new FreePolicy();
    byte[] bytes = new byte[stream.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) stream[i];
    }
    recorded = new Recorded(new StreamCursor(List.of(bytes)), new StreamCursor(List.of(bytes)));
    thread = sched.register("0", new Thread(), recorded);
  }
}
