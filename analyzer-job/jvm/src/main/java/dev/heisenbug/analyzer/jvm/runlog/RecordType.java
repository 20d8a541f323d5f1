package dev.heisenbug.analyzer.jvm.runlog;

/** Record types of {@code run.log} and kinds of its SYNC records. */
public final class RecordType {
  public static final int SWITCH = 1;
  public static final int THREAD = 2;
  public static final int ENTER = 4;
  public static final int GET = 5;
  public static final int PUT = 6;
  public static final int ALOAD = 7;
  public static final int ASTORE = 8;
  public static final int CALLRET = 9;
  public static final int CAUGHT = 10;
  public static final int BRANCH = 11;
  public static final int KEY = 12;
  public static final int SYNC = 13;
  public static final int BULK = 14;
  public static final int END = 17;
  public static final int OPERAND = 19;
  public static final int DELAYED = 20;
  public static final int VISIBLE = 21;

  private RecordType() {}

  /** Kinds of SYNC records. */
  public static final class Sync {
    public static final int LOCK = 1;
    public static final int UNLOCK = 2;
    public static final int WAIT = 3;
    public static final int WAKE = 4;
    public static final int NOTIFY = 5;
    public static final int NOTIFY_ALL = 6;
    public static final int FORK = 7;
    public static final int JOIN = 8;
    public static final int PARK = 9;
    public static final int UNPARK = 10;
    public static final int OPERATION = 11;
    public static final int SLEEP = 12;
    public static final int CLASS_INIT = 13;
    public static final int CLASS_INIT_DONE = 14;
    public static final int INTERRUPT = 15;
    public static final int TIMED_OUT = 16;
    public static final int WAKE_UNNOTIFIED = 17;
    public static final int SEND = 18;
    public static final int RECEIVE = 19;

    private Sync() {}

    /** Whether the record ends with two ports instead of an object. */
    static boolean namesPorts(int kind) {
      return kind == SEND || kind == RECEIVE;
    }

    /** Whether the record's last field is a thread number instead of an object. */
    static boolean namesThread(int kind, int site) {
      return switch (kind) {
        case FORK, JOIN, UNPARK, INTERRUPT -> true;
        case TIMED_OUT -> site != SiteDef.PARK;
        default -> false;
      };
    }
  }
}
