package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.EventType;
import dev.heisenbug.weave.stream.StreamCursor;
import dev.heisenbug.weave.stream.StreamException;
import dev.heisenbug.weave.stream.ThreadTree;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One thread's recording, followed in lockstep by the run: what the thread does is compared event
 * by event, and the clocks say when it did so.
 *
 * <p>How often a loop that only reads went round is not compared: waiting takes as long as it
 * takes.
 */
final class Recorded {
  /** What a thread did, as the mismatch records name it. */
  enum What {
    PATH,
    LOOP,
    THROWN,
    SYNC,
    CHILD,
    END
  }

  /** How many events behind a mismatch a path still says something about it. */
  private static final int FAR = 64;

  /** What a point may have taken when it was recorded: a guess, good for an order. */
  static final int POINT_NANOS = 50;

  private static EventFile file;
  private static ThreadTree tree;
  private static boolean compare;

  private final StreamCursor cur;
  private final StreamCursor ahead;
  private boolean following;
  private long stamp = Long.MAX_VALUE;
  private long lastToken = -1;

  /** Recorded synchronisation events that come before the next one with a clock, anywhere. */
  private long unplaced;

  private long matched;
  private long tolerated;
  private String mismatch;

  /** The latest clock that was passed, and the thread's point then. */
  private long passed = Long.MIN_VALUE;

  private int passedAt;

  /** Whether the thread is about to do what the next stamp is of. */
  private boolean atStamp;

  /** Where the recorded thread paused next, before anything else that is compared; or -1. */
  private int pause = -1;

  Recorded(StreamCursor cur, StreamCursor ahead) {
    this.cur = cur;
    this.ahead = ahead;
    following = cur != null;
    if (following) {
      step();
      lookAhead();
    }
  }

  static void open(Path events, boolean comparePaths) throws IOException {
    file = EventFile.read(events);
    tree = ThreadTree.of(file);
    compare = comparePaths;
    Inputs.open(file, tree);
  }

  static Recorded of(String id) {
    Integer serial = tree == null || !compare ? null : tree.serial(id);
    return serial == null
        ? new Recorded(null, null)
        : new Recorded(file.cursor(serial), file.cursor(serial));
  }

  /** That of a thread which plays another process: it says itself when what it does was done. */
  static Recorded ghost() {
    return new Recorded(null, null);
  }

  /** What the thread does next was done then. */
  void plays(long clock) {
    stamp = clock;
  }

  /** When the next event of this thread that has a clock happened; never, if there is none. */
  long nextStamp() {
    return stamp;
  }

  /** When the recorded thread may have been where this one is now, between two stamps. */
  long time(CThread t) {
    return passed == Long.MIN_VALUE || atStamp
        ? stamp
        : Math.min(stamp, passed + (long) (t.idx - passedAt) * POINT_NANOS);
  }

  /** The thread begins to run. */
  void begin(CThread t) {
    if (following && cur.type() == EventType.THREAD_START) {
      pass(t);
      settle(t, true);
    }
  }

  /**
   * The thread is about to do what stands at {@code site}: where the recorded one paused there,
   * what the others did meanwhile comes first.
   */
  void visit(CThread t, int site) {
    if (pause >= 0 && following && SitePlaces.of(t, site) == pause) {
      pass(t);
      settle(t, true);
    }
  }

  /**
   * The thread is about to do what recordings have an event for: where the recorded one paused
   * before it without our coming by, what the others did meanwhile comes first all the same.
   */
  void visitSync(CThread t) {
    while (pause >= 0 && following && unplaced == 0) {
      pass(t);
      settle(t, true);
    }
    if (following && unplaced == 0) {
      atStamp = true;
      Ctl.SCHED.policy.atStamp(t);
    }
  }

  /** Something has passed a connection with another process, as it had in the recording. */
  void network(CThread t) {
    while (following && !isNetwork(cur) && pause >= 0) {
      pass(t);
      settle(t, true);
    }
    if (following && isNetwork(cur)) {
      atStamp = false;
      pass(t);
      if (cur.type() == EventType.CLOCK) {
        pass(t);
      }
      settle(t, true);
    }
  }

  void token(CThread t, What what, int method, long value) {
    if (!following) {
      return;
    }
    settle(t);
    EventType wanted = what == What.THROWN ? EventType.THROWN : EventType.TOKEN;
    if (cur.type() == wanted && cur.value() == value) {
      match(t, value);
    } else if (!ended() && !tolerate(t, what, value)) {
      fail(t, what, method, value);
    }
  }

  void sync(CThread t, int kind) {
    if (!following || kind < 0) {
      return;
    }
    // Those that were only counted come before the next clock, so before the pause that has one.
    settle(t, true);
    if (unplaced > 0) {
      unplaced--;
      matched(t, -1);
      return;
    }
    settle(t);
    if (cur.type() == EventType.SYNC && cur.kind() == kind) {
      match(t, -1);
    } else if (!ended()) {
      fail(t, What.SYNC, -1, kind);
    }
  }

  void child(CThread t, int place) {
    expect(t, EventType.CHILD, What.CHILD, place);
  }

  void end(CThread t) {
    expect(t, EventType.THREAD_END, What.END, 0);
  }

  private void expect(CThread t, EventType type, What what, long value) {
    if (!following) {
      return;
    }
    settle(t);
    if (cur.type() == type && (type != EventType.THREAD_END || unplaced == 0)) {
      match(t, -1);
    } else if (!ended()) {
      fail(t, what, -1, value);
    }
  }

  private boolean ended() {
    if (cur.type() == EventType.END
        || cur.type() == EventType.TORN
        || cur.type() == EventType.TRUNCATED) {
      following = false;
      stamp = Long.MAX_VALUE;
      return true;
    }
    return false;
  }

  private void match(CThread t, long token) {
    matched(t, token);
    pass(t);
    settle(t, true);
  }

  private void matched(CThread t, long token) {
    matched++;
    atStamp = false;
    lastToken = token;
    t.wroteSinceToken = false;
  }

  /** Waiting loops: more or fewer rounds than recorded are the same behaviour. */
  private boolean tolerate(CThread t, What what, long value) {
    if (what == What.LOOP && cur.type() == EventType.TOKEN && !t.wroteInRounds(value)) {
      tolerated++;
      match(t, -1);
      return true;
    }
    if (what != What.PATH || t.wroteSinceToken || cur.type() != EventType.TOKEN) {
      return false;
    }
    if (value == lastToken) {
      tolerated++;
      return true;
    }
    if (cur.value() == lastToken) {
      while (cur.type() == EventType.TOKEN && cur.value() == lastToken) {
        cur.skipRepeats();
        pass(t);
        settle(t);
      }
      if (cur.type() == EventType.TOKEN && cur.value() == value) {
        tolerated++;
        match(t, value);
        return true;
      }
    }
    return false;
  }

  private void fail(CThread t, What what, int method, long value) {
    mismatch = what + " expected " + describeNext() + " actual " + value + " after " + matched;
    stamp = Long.MAX_VALUE;
    following = false;
    Mismatches.found(t, what, method, describeNext(), value, nextPath());
  }

  /** The next path that the recording has, or -1: it tells which way led to what came before. */
  private long nextPath() {
    try {
      for (int i = 0; i < FAR; i++) {
        if (cur.type() == EventType.TOKEN || cur.type() == EventType.THROWN) {
          return cur.value();
        }
        if (cur.type() == EventType.END) {
          return -1;
        }
        cur.next();
      }
    } catch (StreamException e) {
      // It ends here.
    }
    return -1;
  }

  private String describeNext() {
    if (unplaced > 0 && cur.type() != EventType.TOKEN) {
      return EventType.SYNCS + ":" + unplaced;
    }
    return cur.type() + (cur.type() == EventType.SYNC ? ":" + cur.kind() : ":" + cur.value());
  }

  /** Passes over events that nothing in the run answers to, and pauses that it did not come by. */
  private void settle(CThread t) {
    settle(t, false);
  }

  /**
   * As above.
   *
   * @param toPause whether to stop where the thread paused, or used a connection
   */
  private void settle(CThread t, boolean toPause) {
    pause = -1;
    while (cur.type() == EventType.SYNCS
        || cur.type() == EventType.CLOCK
        || cur.type() == EventType.INPUT
        || cur.type() == EventType.ACCESS
        || cur.type() == EventType.FAILURE) {
      if (toPause && isPause(cur)) {
        pause = (int) cur.value();
        return;
      }
      if (toPause && isNetwork(cur)) {
        return;
      }
      pass(t);
    }
  }

  private static boolean isPause(StreamCursor c) {
    return c.type() == EventType.INPUT && c.kind() == Inputs.PAUSE;
  }

  private static boolean isNetwork(StreamCursor c) {
    return c.type() == EventType.INPUT && c.kind() == Inputs.NETWORK;
  }

  private void pass(CThread t) {
    boolean stamped = isStamped(cur.type()) && cur.clock() >= stamp;
    if (isStamped(cur.type()) && cur.clock() > passed) {
      passed = cur.clock();
      passedAt = t.idx;
    }
    unplaced += cur.type() == EventType.SYNCS ? cur.value() : 0;
    step();
    if (stamped) {
      lookAhead();
      Ctl.SCHED.policy.stamped(Ctl.SCHED, t);
    }
  }

  private void step() {
    try {
      cur.next();
    } catch (StreamException e) {
      following = false;
      mismatch = "corrupt recording: " + e.getMessage();
    }
  }

  /**
   * Finds by when the thread has to do what it does next: the first stamp behind it. Events that
   * share the stamp before them say nothing new about time, nor does a clock that comes before the
   * thread did anything that the run can be seen to do.
   */
  private void lookAhead() {
    long before = stamp == Long.MAX_VALUE ? Long.MIN_VALUE : stamp;
    boolean seen = false;
    try {
      do {
        ahead.next();
        ahead.skipRepeats();
        seen |= isSeen(ahead.type()) || isPause(ahead) || isNetwork(ahead);
      } while (!(seen && isStamped(ahead.type()) && ahead.clock() > before)
          && ahead.type() != EventType.END);
    } catch (StreamException e) {
      stamp = Long.MAX_VALUE;
      return;
    }
    stamp = ahead.type() == EventType.END ? Long.MAX_VALUE : ahead.clock();
  }

  /** Whether the run shows when such an event is passed. */
  private static boolean isSeen(EventType type) {
    switch (type) {
      case TOKEN:
      case THROWN:
      case SYNC:
      case CHILD:
      case THREAD_START:
      case THREAD_END:
        return true;
      default:
        return false;
    }
  }

  private static boolean isStamped(EventType type) {
    switch (type) {
      case CLOCK:
      case SYNC:
      case CHILD:
      case THREAD_START:
      case THREAD_END:
      case FAILURE:
        return true;
      default:
        return false;
    }
  }

  String describe() {
    if (cur == null) {
      return "no-recording";
    }
    String state = mismatch != null ? mismatch : following ? "open" : "exhausted";
    return state + " matched=" + matched + " tolerated=" + tolerated;
  }
}
