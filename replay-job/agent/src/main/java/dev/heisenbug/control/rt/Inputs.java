package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.EventType;
import dev.heisenbug.weave.stream.StreamCursor;
import dev.heisenbug.weave.stream.StreamException;
import dev.heisenbug.weave.stream.ThreadTree;
import java.time.Instant;
import java.util.UUID;

/**
 * Feeds recorded inputs back, thread by thread in order, and keeps a clock that agrees with the
 * scheduler's: time limits that the scheduler lets expire have passed.
 */
public final class Inputs {
  private static final int NANO_TIME = 0;
  private static final int CURRENT_TIME_MILLIS = 1;
  private static final int DATE = 10;

  /** Says where the thread was held up: no input of the program. */
  static final int PAUSE = 12;

  /** Says where something passed a socket: none either. */
  static final int NETWORK = 13;

  private static EventFile file;
  private static ThreadTree tree;

  private Inputs() {}

  static void open(EventFile events, ThreadTree threads) {
    file = events;
    tree = threads;
  }

  /** The inputs of one thread that are still to come. */
  static final class Feed {
    private final StreamCursor cursor;

    Feed(String id) {
      Integer serial = tree == null ? null : tree.serial(id);
      cursor = serial == null ? null : file.cursor(serial);
      advance();
    }

    boolean has(int kind) {
      return cursor != null && cursor.type() == EventType.INPUT && cursor.kind() == kind;
    }

    private void advance() {
      if (cursor == null) {
        return;
      }
      try {
        do {
          cursor.next();
          cursor.skipRepeats();
        } while ((cursor.type() != EventType.INPUT || cursor.kind() >= PAUSE)
            && cursor.type() != EventType.END);
      } catch (StreamException e) {
        // The comparison reports a corrupt recording; here it only means no more inputs.
      }
    }
  }

  /** Instead of a call that takes an input: the recorded value if it comes next, else the real. */
  public static long input(long actual, int kind) {
    CThread t = Ctl.current();
    if (t == null) {
      return actual;
    }
    Feed f = t.inputs;
    if (f.has(kind)) {
      long value = f.cursor.value();
      f.advance();
      return fed(value, kind);
    }
    if (kind == NANO_TIME) {
      return VirtualClock.nanos();
    }
    return kind == CURRENT_TIME_MILLIS ? VirtualClock.millis() : actual;
  }

  private static long fed(long value, int kind) {
    switch (kind) {
      case NANO_TIME:
        return VirtualClock.fedNanos(value);
      case CURRENT_TIME_MILLIS:
      case DATE:
        return VirtualClock.fedMillis(value);
      default:
        return value;
    }
  }

  /** As above for doubles. */
  public static double input(double actual, int kind) {
    return Double.longBitsToDouble(input(Double.doubleToRawLongBits(actual), kind));
  }

  /** As above for ints. */
  public static int input(int actual, int kind) {
    return (int) input((long) actual, kind);
  }

  /** As above for identifiers. */
  public static UUID input(UUID actual, int kind) {
    long most = input(actual.getMostSignificantBits(), kind);
    return new UUID(most, input(actual.getLeastSignificantBits(), kind));
  }

  /** As above for points in time. */
  public static Instant input(Instant actual, int kind) {
    CThread t = Ctl.current();
    if (t != null && !t.inputs.has(kind)) {
      return Instant.ofEpochMilli(VirtualClock.millis());
    }
    Instant now = actual.plusNanos(Ctl.SCHED.now);
    long second = input(now.getEpochSecond(), kind);
    return VirtualClock.fedInstant(Instant.ofEpochSecond(second, input(now.getNano(), kind)));
  }

  /** A seed for {@code new Random()} where none was recorded: the same in every run. */
  public static long freshSeed() {
    CThread t = Ctl.current();
    return t == null ? System.nanoTime() : ++t.seeds * 0x9E3779B97F4A7C15L ^ t.id.hashCode();
  }

  /** The time of {@code new Date()} where none was recorded. */
  public static long freshTime() {
    return Ctl.current() == null ? currentTimeMillis() : VirtualClock.millis();
  }

  /** The clock that library code sees. */
  public static long nanoTime() {
    return Ctl.current() == null ? VirtualClock.outsideNanos() : VirtualClock.libraryNanos();
  }

  /** The clock that library code sees. */
  public static long currentTimeMillis() {
    return Ctl.current() == null ? VirtualClock.outsideMillis() : VirtualClock.libraryMillis();
  }

  /** Instead of what {@code java.time} asks the JVM for: nanoseconds since that second. */
  public static long getNanoTimeAdjustment(long second) {
    return (currentTimeMillis() - second * 1_000) * 1_000_000;
  }
}
