package dev.heisenbug.agent.rt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.agent.raw.Tokens;
import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.EventType;
import dev.heisenbug.weave.stream.StreamCursor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What a thread wrote is what is read, also from the file of a process that was killed. */
class LogTest {
  private final List<String> written = new ArrayList<>();

  /** Up to here it must be in the file, whatever happens to the process. */
  private int safe;

  private int width;
  private long collected;

  @Property(tries = 300)
  void everythingButACollectionIsInTheFileAtOnce(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int kinds) throws Exception {
    written.clear();
    safe = 0;
    Random random = new Random(seed);
    width = 1 << random.nextInt(3);
    collected = Tokens.empty(width);
    Path folder = Files.createTempDirectory("log");
    Path file = folder.resolve("events.hbs");
    try {
      Log log = new Log(1, 1, new Store(file.toFile(), 1 << 22), random.nextBoolean(), true);
      log.start(0, 0, 0, new byte[] {'t'});
      int length = random.nextInt(600);
      int killedAfter = random.nextInt(length + 1);
      for (int i = 0; i < length; i++) {
        if (i == killedAfter) {
          compare(read(file, written.subList(0, safe)), written.subList(0, safe));
        }
        write(log, random, kinds);
      }
      collected = log.flush(collected, width);
      assertThat(collected).isEqualTo(Tokens.empty(width));
      compare(read(file, written), written);
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }

  private static void compare(List<String> actual, List<String> expected) {
    int at = 0;
    while (at < Math.min(actual.size(), expected.size())
        && actual.get(at).equals(expected.get(at))) {
      at++;
    }
    assertThat(actual.subList(at, Math.min(at + 5, actual.size())))
        .as("after %s events, the last of them %s", at, expected.subList(Math.max(0, at - 40), at))
        .isEqualTo(expected.subList(at, Math.min(at + 5, expected.size())));
  }

  /** Few kinds of tokens make long runs of one. */
  private void write(Log log, Random random, int kinds) {
    int times = random.nextInt(4) == 0 ? random.nextInt(400) : 1;
    int token = random.nextInt(8) == 0 ? random.nextInt(1 << 20) : random.nextInt(kinds * kinds);
    int what = random.nextInt(21);
    if (random.nextInt(30) == 0) {
      log.flush(collected, width);
      width = 1 << random.nextInt(3);
      collected = Tokens.empty(width);
    }
    if (what < 12) {
      for (int i = 0; i < times; i++) {
        collected = log.packed(collected, token, width);
        written.add("TOKEN " + token);
      }
      safe = written.size() - (63 - Long.numberOfLeadingZeros(collected)) / width;
      return;
    }
    collected = log.flush(collected, width);
    if (what < 17) {
      for (int i = 0; i < times; i++) {
        log.path(token);
        written.add("TOKEN " + token);
      }
    } else if (what == 17) {
      log.thrown(token);
      written.add("THROWN " + token);
    } else if (what == 18) {
      log.input(1, token - 3);
      written.add("INPUT " + (token - 3));
    } else if (what == 19) {
      log.pause(token & 4095);
      written.add("INPUT " + (token & 4095));
    } else {
      log.sync(token % 5);
      written.add("SYNC " + token % 5);
    }
    safe = written.size();
  }

  /** The events of the file; those that are only counted are put where they are expected. */
  private static List<String> read(Path file, List<String> expected) throws Exception {
    StreamCursor cursor = EventFile.read(file).cursor(1);
    List<String> events = new ArrayList<>();
    long counted = 0;
    for (EventType type = cursor.next(); type != EventType.END; type = cursor.next()) {
      switch (type) {
        case SYNC -> {
          counted = place(counted, expected, events);
          assertThat(counted).as("counted, but not among those before").isZero();
          events.add("SYNC " + cursor.kind());
        }
        case SYNCS -> counted += cursor.value();
        case TOKEN, THROWN, INPUT -> {
          counted = place(counted, expected, events);
          events.add(type + " " + cursor.value());
        }
        default -> {}
      }
    }
    assertThat(place(counted, expected, events)).isZero();
    return events;
  }

  private static long place(long counted, List<String> expected, List<String> events) {
    long left = counted;
    while (left > 0
        && events.size() < expected.size()
        && expected.get(events.size()).startsWith("SYNC")) {
      events.add(expected.get(events.size()));
      left--;
    }
    return left;
  }
}
