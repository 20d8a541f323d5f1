package dev.heisenbug.formats.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.stream.Codes;
import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.EventType;
import dev.heisenbug.weave.stream.StreamCursor;
import dev.heisenbug.weave.stream.StreamException;
import dev.heisenbug.weave.stream.ThreadTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamTest {
  @TempDir Path temp;

  @Test
  void repeatsAreDeliveredOneByOne() throws IOException {
    StreamCursor cursor = cursor(0x03, Codes.REPEAT_8, 2, Codes.REPEAT_32, 1, 0, 0, 0, 0x01);
    assertThat(cursor.next()).isEqualTo(EventType.THREAD_START);
    assertThat(cursor.name()).isEqualTo("main");
    for (int i = 0; i < 4; i++) {
      assertThat(cursor.next()).isEqualTo(EventType.TOKEN);
      assertThat(cursor.value()).isEqualTo(2);
    }
    assertThat(cursor.next()).isEqualTo(EventType.TOKEN);
    assertThat(cursor.value()).isZero();
    assertThat(cursor.next()).isEqualTo(EventType.END);
    assertThat(cursor.next()).isEqualTo(EventType.END);
  }

  @Test
  void clocksAddUpAndSyncKindsAreInTheCode() throws IOException {
    StreamCursor cursor = cursor(Codes.SYNC_0 + 13, 0x85, 0x01, Codes.CLOCK, 3);
    cursor.next();
    assertThat(cursor.next()).isEqualTo(EventType.SYNC);
    assertThat(cursor.kind()).isEqualTo(13);
    assertThat(cursor.clock()).isEqualTo(1000 + 133);
    assertThat(cursor.next()).isEqualTo(EventType.CLOCK);
    assertThat(cursor.clock()).isEqualTo(1000 + 136);
  }

  @Test
  void synchronisationWithoutAClockIsCountedAndNothingIfThereWasNone() throws IOException {
    StreamCursor cursor = cursor(Codes.SYNC_0, 5, Codes.SYNCS, 63, 0x01, Codes.SYNCS, 0);
    cursor.next();
    assertThat(cursor.next()).isEqualTo(EventType.SYNC);
    assertThat(cursor.next()).isEqualTo(EventType.SYNCS);
    assertThat(cursor.value()).isEqualTo(63);
    assertThat(cursor.next()).isEqualTo(EventType.TOKEN);
    assertThat(cursor.next()).isEqualTo(EventType.END);
  }

  @Test
  void anEventThatRunsIntoTheEndOfItsChunkIsTorn() throws IOException {
    StreamCursor cursor =
        new StreamCursor(List.of(new byte[] {2, (byte) Codes.TOKEN, (byte) 0x80}));
    assertThat(cursor.next()).isEqualTo(EventType.TOKEN);
    assertThat(cursor.next()).isEqualTo(EventType.TORN);
    assertThat(cursor.next()).isEqualTo(EventType.END);
  }

  @Test
  void damagedFilesNeverThrowAnythingElse() throws IOException {
    Random random = new Random(7);
    byte[] good =
        EventFiles.file(
            0x01,
            Codes.REPEAT_8,
            9,
            Codes.INPUT,
            1,
            0x90,
            0x02,
            Codes.SYNC_0,
            5,
            Codes.SYNCS,
            3,
            Codes.CHILD,
            1,
            2);
    Path file = temp.resolve("events.hbs");
    for (int i = 0; i < 4000; i++) {
      byte[] bad = good.clone();
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      }
      if (random.nextInt(3) == 0) {
        bad = java.util.Arrays.copyOf(bad, random.nextInt(bad.length));
      }
      Files.write(file, bad);
      try {
        EventFile events = EventFile.read(file);
        ThreadTree.of(events);
        for (int thread : events.threads()) {
          walk(events.cursor(thread));
        }
      } catch (StreamException expected) {
        assertThat(expected).hasMessageNotContaining("null");
      }
    }
  }

  private static void walk(StreamCursor cursor) throws StreamException {
    while (cursor.next() != EventType.END) {
      cursor.skipRepeats();
    }
  }

  private StreamCursor cursor(int... events) throws IOException {
    Path file = temp.resolve("events.hbs");
    Files.write(file, EventFiles.file(events));
    return EventFile.read(file).cursor(1);
  }
}
