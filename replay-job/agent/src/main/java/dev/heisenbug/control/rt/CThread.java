package dev.heisenbug.control.rt;

/**
 * One controlled thread: its place in the creation tree, its position, why it is blocked.
 *
 * <p>Fields are written by the thread that holds the baton, or under the scheduler's lock.
 */
public final class CThread {
  final String id;
  final Thread thread;
  final boolean daemon;
  final int number;
  final Recorded recorded;
  final PathLog log;
  final Inputs.Feed inputs;
  long seeds;

  /** Points passed so far: the thread's position in every plan. */
  int idx;

  /** The point before which this thread asks the policy whether to go on. */
  int stopAt = -1;

  /** Whether it stands before the initialisation of a class, behind its last point. */
  boolean beforeInit;

  /** How many class initialisers it is in, and whether it is taking classes to initialise. */
  int initDepth;

  boolean takesClasses;

  /** Places that the thread has been to, by hash, and the points since the last new one. */
  final long[] visited = Stale.places();

  int stalePoints;
  int children;
  volatile boolean done;
  volatile Block block = Block.NONE;

  /** The monitor, parked-on object, joined thread or class that {@link #block} speaks of. */
  Object blockedOn;

  /** What the thread waits for in code that is not controlled, as an outcome tells it, or null. */
  String outside;

  /** Whether the current block has a time limit, and when it ends in virtual time. */
  boolean timed;

  long wakeAt;
  boolean notified;
  boolean timedOut;

  /** Whether the call that is about to be made was logged as one step of a library object. */
  boolean announced;

  /** Whether it plays another process. */
  boolean ghost;

  /** Whether its time limit is there only for the case that nothing else can go on. */
  boolean lastResort;

  boolean permit;
  boolean interrupted;

  /** The object in whose real {@code wait()} this thread sits, if it does. */
  volatile Object realWait;

  /** Above zero while the thread runs code of ours: hooks do nothing then. */
  int bypass;

  /** Above zero while classes are woven on the thread. */
  int weaving;

  /** Name and descriptor hash of the call being made by woven code, zero if none. */
  int callTag;

  int depth;

  /** Object and index of the read in progress, between its hook before and its hook after. */
  Object base;

  int index;
  int site;
  int spinReads;

  /** The array that the thread reads just now, and the furthest element of it that it has read. */
  Object walked;

  int walkedTo;

  /** How often the thread has said that it waits. */
  int yields;

  /** The point at which it said so last. */
  int pausedAt;

  boolean wroteSinceToken;
  boolean begun;
  long spinSeen;

  /** Stores that the other threads do not see yet; null in a run under sequential consistency. */
  final StoreBuffer buffer = Buffers.create();

  /** Points of the stores that a plan delays, in order; null before the first store. */
  int[] held;

  /** Whether the thread has stored anything since its last fence. */
  boolean dirty;

  /** Whether the thread has come to a point of ours at all. */
  volatile boolean arrived;

  /** The thread as the operating system sees it; null if that is not known. */
  volatile OsThread os;

  /** True while the thread is parked by the scheduler, so that nobody takes it for lost. */
  volatile boolean awaiting;

  /** Whether the JVM may let it go on in another thread of the system. */
  final boolean isVirtual;

  /** Whether its identity hashes come from a generator of its own, and where that stands. */
  boolean drawsHashes;

  /** How often it has asked for one, and where the JVM keeps its description. */
  int hashQuestions;

  long description;

  long hashesOne;
  long hashesTwo;

  CThread(String id, Thread thread, int number, Recorded recorded) {
    this.id = id;
    this.thread = thread;
    this.daemon = thread.isDaemon();
    this.isVirtual = OsThread.isVirtual(thread);
    this.number = number;
    this.recorded = recorded;
    this.log = new PathLog(this);
    this.inputs = new Inputs.Feed(id);
  }

  /** Whether the thread did more than read while it went round a loop that often. */
  boolean wroteInRounds(long rounds) {
    return spinReads < rounds;
  }

  /** Whether only the world outside can make the thread go on. */
  boolean isOutside() {
    return block == Block.EXTERNAL || block == Block.SOCKET;
  }

  @Override
  public String toString() {
    return id;
  }
}
