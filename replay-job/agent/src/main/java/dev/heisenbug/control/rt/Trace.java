package dev.heisenbug.control.rt;

/**
 * The log of one controlled run, in the order in which things happened.
 *
 * <p>Only the thread with the baton writes, so the file is one sequence; a record begins with its
 * type, and a {@link #SWITCH} record stands before the first record of another thread. {@code
 * docs/run-log.md} describes every record.
 */
final class Trace {
  static final int SWITCH = 1;
  static final int THREAD = 2;
  static final int OBJECT = 3;
  static final int ENTER = 4;
  static final int GET = 5;
  static final int PUT = 6;
  static final int ALOAD = 7;
  static final int ASTORE = 8;
  static final int CALLRET = 9;
  static final int CAUGHT = 10;
  static final int BRANCH = 11;
  static final int KEY = 12;
  static final int SYNC = 13;
  static final int BULK = 14;
  static final int END = 17;
  static final int OPERAND = 19;
  static final int DELAYED = 20;
  static final int VISIBLE = 21;

  /** Kinds of plan entries. */
  static final int TURN = 0;

  static final int HOLD = 1;
  static final int COMMIT = 2;

  /** A turn that ended before a class was initialised. */
  static final int INIT = 3;

  private static final String[] KINDS = {"run", "hold", "commit", "init"};

  private static ByteSink sink;
  private static CThread writer;
  private static final IdentityTable<Integer> OBJECTS = new IdentityTable<>();
  private static int objects;
  private static int[] switchThread = new int[256];
  private static int[] switchIdx = new int[256];
  private static int[] switchSite = new int[256];
  private static byte[] switchKind = new byte[256];
  private static int switches;

  private Trace() {}

  static void open(ByteSink to) {
    sink = to;
  }

  static boolean on() {
    return sink != null;
  }

  /** Notes that {@code t} gave the baton away at its present position. Always kept in memory. */
  static void switched(CThread t) {
    plan(t.beforeInit ? INIT : TURN, t, t.idx, t.site);
  }

  /** The same at a position that the thread has passed. */
  static void switched(CThread t, int idx) {
    plan(TURN, t, idx, t.site);
  }

  /** Notes that the schedule delays the store that {@code t} is about to execute. */
  static void held(CThread t, int site) {
    plan(HOLD, t, t.idx, site);
  }

  /** Notes that the schedule makes a delayed store visible. */
  static void committed(CThread t, Delayed d) {
    plan(COMMIT, t, d.idx, d.site);
  }

  /** Logs that the store just logged is delayed. */
  static void delayed(CThread t) {
    if (sink != null) {
      begin(t, DELAYED);
    }
  }

  /** Logs that a delayed store is visible now. */
  static void visible(CThread t, int idx) {
    if (sink != null) {
      begin(t, VISIBLE);
      sink.uint(idx);
    }
  }

  private static void plan(int kind, CThread t, int idx, int site) {
    if (switches == switchThread.length) {
      switchThread = java.util.Arrays.copyOf(switchThread, switches * 2);
      switchIdx = java.util.Arrays.copyOf(switchIdx, switches * 2);
      switchSite = java.util.Arrays.copyOf(switchSite, switches * 2);
      switchKind = java.util.Arrays.copyOf(switchKind, switches * 2);
    }
    switchKind[switches] = (byte) kind;
    switchThread[switches] = t.number;
    switchIdx[switches] = idx;
    switchSite[switches] = site;
    switches++;
  }

  static String switchKind(int i) {
    return KINDS[switchKind[i]];
  }

  static int switches() {
    return switches;
  }

  /** Keeps only the first so many: what came after them made no difference. */
  static void forgetSwitches(int kept) {
    switches = Math.min(switches, kept);
  }

  static int switchThread(int i) {
    return switchThread[i];
  }

  static int switchIdx(int i) {
    return switchIdx[i];
  }

  static int switchSite(int i) {
    return switchSite[i];
  }

  static void begin(CThread t, int type) {
    if (writer != t) {
      writer = t;
      sink.mark(SWITCH);
      sink.uint(t.number);
    }
    sink.mark(type);
  }

  static void thread(CThread t) {
    if (sink != null) {
      sink.mark(THREAD);
      sink.uint(t.number);
      sink.utf(t.id);
      sink.utf(t.thread.getName());
      writer = null;
    }
  }

  static void object(Object o) {
    if (o == null) {
      sink.uint(0);
      return;
    }
    Hashes.logging(Ctl.peek(), objects + 1);
    Integer known = OBJECTS.get(o);
    if (known != null) {
      sink.uint(known);
      return;
    }
    int id = ++objects;
    OBJECTS.put(o, id);
    // An unknown object is written as its new number with what never changes about it behind it.
    sink.uint(id);
    Class<?> type = o.getClass();
    sink.utf(type.getName());
    if (type.isArray()) {
      sink.uint(java.lang.reflect.Array.getLength(o));
    } else if (o instanceof Boolean) {
      sink.slong((Boolean) o ? 1 : 0);
    } else if (o instanceof Character) {
      sink.slong((Character) o);
    } else if (o instanceof Integer
        || o instanceof Long
        || o instanceof Short
        || o instanceof Byte) {
      sink.slong(((Number) o).longValue());
    }
  }

  static ByteSink sink() {
    return sink;
  }

  static void flush() {
    if (sink != null) {
      sink.flush();
    }
  }
}
