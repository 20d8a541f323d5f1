package dev.heisenbug.weave;

import java.util.HashMap;
import java.util.Map;

/** The JDK's synchronisation methods by owner and name. */
final class SyncApis {
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final Map<String, Map<String, SyncKind>> BY_OWNER = new HashMap<>();

  private SyncApis() {}

  static SyncKind classify(String owner, String name, String desc) {
    Map<String, SyncKind> methods = BY_OWNER.get(owner);
    if (methods != null) {
      return methods.get(name);
    }
    if (!owner.startsWith(CONCURRENT)) {
      return owner.equals("java/lang/invoke/VarHandle") ? atomic(name) : null;
    }
    String type = owner.substring(CONCURRENT.length());
    if (type.startsWith("atomic/")) {
      return atomic(name);
    }
    boolean collection =
        type.startsWith("Concurrent")
            || type.startsWith("CopyOnWrite")
            || type.endsWith("Queue")
            || type.endsWith("Deque");
    return collection && !type.contains("$") ? collection(name, desc) : null;
  }

  /** Atomics, field updaters, adders and variable handles share their vocabulary. */
  private static SyncKind atomic(String name) {
    if (name.startsWith("getAnd")
        || name.endsWith("AndGet")
        || name.startsWith("compareAnd")
        || name.startsWith("weakCompareAnd")
        || name.equals("attemptMark")
        || name.equals("add")
        || name.equals("increment")
        || name.equals("decrement")
        || name.equals("accumulate")
        || name.endsWith("ThenReset")
        || name.equals("reset")) {
      return SyncKind.ATOMIC_UPDATE;
    }
    if (name.startsWith("set") || name.equals("lazySet")) {
      return SyncKind.ATOMIC_WRITE;
    }
    boolean read =
        name.startsWith("get")
            || name.startsWith("sum")
            || name.startsWith("is")
            || name.endsWith("Value");
    return read ? SyncKind.ATOMIC_READ : null;
  }

  private static SyncKind collection(String name, String desc) {
    switch (name) {
      case "take":
      case "takeFirst":
      case "takeLast":
      case "transfer":
      case "putFirst":
      case "putLast":
        return SyncKind.COLLECTION_BLOCK;
      case "poll":
      case "offer":
      case "tryTransfer":
        return desc.contains("TimeUnit") ? SyncKind.COLLECTION_BLOCK : SyncKind.COLLECTION_UPDATE;
      case "get":
      case "getOrDefault":
      case "contains":
      case "containsKey":
      case "containsValue":
      case "containsAll":
      case "size":
      case "mappingCount":
      case "isEmpty":
      case "peek":
      case "peekFirst":
      case "peekLast":
      case "element":
      case "first":
      case "last":
      case "firstKey":
      case "lastKey":
      case "firstEntry":
      case "lastEntry":
      case "floorKey":
      case "ceilingKey":
      case "floorEntry":
      case "ceilingEntry":
      case "higherKey":
      case "lowerKey":
      case "indexOf":
      case "remainingCapacity":
      case "iterator":
      case "keySet":
      case "values":
      case "entrySet":
      case "toArray":
      case "forEach":
      case "stream":
        return SyncKind.COLLECTION_READ;
      case "equals":
      case "hashCode":
      case "toString":
      case "getClass":
      case "comparator":
      case "newKeySet":
        return null;
      case "put":
        return desc.contains(";Ljava/lang/Object;)")
            ? SyncKind.COLLECTION_UPDATE
            : SyncKind.COLLECTION_BLOCK;
      default:
        return SyncKind.COLLECTION_UPDATE;
    }
  }

  private static void kind(SyncKind kind, String owner, String... names) {
    Map<String, SyncKind> methods = BY_OWNER.computeIfAbsent(owner, o -> new HashMap<>());
    for (String name : names) {
      methods.put(name, kind);
    }
  }

  private static void concurrent(SyncKind kind, String type, String... names) {
    kind(kind, CONCURRENT + type, names);
  }

  static {
    threads();
    locks();
    synchronizers();
    for (String executor :
        new String[] {
          "Executor", "ExecutorService", "ScheduledExecutorService", "AbstractExecutorService",
          "ThreadPoolExecutor", "ScheduledThreadPoolExecutor", "ForkJoinPool", "CompletionService",
          "ExecutorCompletionService"
        }) {
      concurrent(
          SyncKind.SUBMIT,
          executor,
          "execute",
          "submit",
          "schedule",
          "scheduleAtFixedRate",
          "scheduleWithFixedDelay");
      concurrent(
          SyncKind.AWAIT_RESULT,
          executor,
          "invokeAll",
          "invokeAny",
          "invoke",
          "awaitTermination",
          "awaitQuiescence",
          "close",
          "take",
          "poll");
      concurrent(SyncKind.RELEASE, executor, "shutdown", "shutdownNow");
    }
    for (String future :
        new String[] {
          "Future",
          "FutureTask",
          "ScheduledFuture",
          "RunnableFuture",
          "CompletableFuture",
          "ForkJoinTask",
          "RecursiveTask",
          "RecursiveAction"
        }) {
      concurrent(SyncKind.AWAIT_RESULT, future, "get", "join", "getNow", "resultNow", "invoke");
      concurrent(SyncKind.SUBMIT, future, "fork", "supplyAsync", "runAsync");
      concurrent(
          SyncKind.COMPLETE,
          future,
          "complete",
          "completeExceptionally",
          "completeAsync",
          "cancel",
          "obtrudeValue",
          "obtrudeException");
      concurrent(SyncKind.ATOMIC_READ, future, "isDone", "isCancelled");
    }
    concurrent(SyncKind.AWAIT_RESULT, "ForkJoinTask", "invokeAll", "quietlyJoin");
    concurrent(SyncKind.AWAIT_RESULT, "StructuredTaskScope", "join", "joinUntil");
    concurrent(SyncKind.SUBMIT, "StructuredTaskScope", "fork");
  }

  private static void threads() {
    String thread = "java/lang/Thread";
    kind(SyncKind.THREAD_START, thread, "start", "startVirtualThread");
    kind(SyncKind.JOIN, thread, "join");
    kind(SyncKind.SLEEP, thread, "sleep");
    kind(SyncKind.YIELD, thread, "yield", "onSpinWait");
    kind(SyncKind.INTERRUPT, thread, "interrupt");
    kind(SyncKind.INTERRUPT_QUERY, thread, "interrupted", "isInterrupted", "isAlive", "getState");
    concurrent(SyncKind.SLEEP, "TimeUnit", "sleep");
    concurrent(SyncKind.JOIN, "TimeUnit", "timedJoin");
    concurrent(SyncKind.PARK, "locks/LockSupport", "park", "parkNanos", "parkUntil");
    concurrent(SyncKind.UNPARK, "locks/LockSupport", "unpark");
  }

  private static void locks() {
    for (String lock :
        new String[] {
          "Lock",
          "ReentrantLock",
          "ReentrantReadWriteLock$ReadLock",
          "ReentrantReadWriteLock$WriteLock"
        }) {
      concurrent(SyncKind.LOCK, "locks/" + lock, "lock", "lockInterruptibly");
      concurrent(SyncKind.TRY_LOCK, "locks/" + lock, "tryLock");
      concurrent(SyncKind.UNLOCK, "locks/" + lock, "unlock");
    }
    String stamped = "locks/StampedLock";
    concurrent(
        SyncKind.LOCK,
        stamped,
        "readLock",
        "writeLock",
        "readLockInterruptibly",
        "writeLockInterruptibly");
    concurrent(
        SyncKind.TRY_LOCK,
        stamped,
        "tryReadLock",
        "tryWriteLock",
        "tryConvertToReadLock",
        "tryConvertToWriteLock");
    concurrent(
        SyncKind.UNLOCK,
        stamped,
        "unlock",
        "unlockRead",
        "unlockWrite",
        "tryUnlockRead",
        "tryUnlockWrite");
    concurrent(SyncKind.ATOMIC_READ, stamped, "tryOptimisticRead", "validate");
    concurrent(
        SyncKind.AWAIT,
        "locks/Condition",
        "await",
        "awaitNanos",
        "awaitUntil",
        "awaitUninterruptibly");
    concurrent(SyncKind.SIGNAL, "locks/Condition", "signal");
    concurrent(SyncKind.SIGNAL_ALL, "locks/Condition", "signalAll");
    for (String base :
        new String[] {"AbstractQueuedSynchronizer", "AbstractQueuedLongSynchronizer"}) {
      concurrent(
          SyncKind.ACQUIRE,
          "locks/" + base,
          "acquire",
          "acquireInterruptibly",
          "tryAcquireNanos",
          "acquireShared",
          "acquireSharedInterruptibly",
          "tryAcquireSharedNanos");
      concurrent(SyncKind.RELEASE, "locks/" + base, "release", "releaseShared");
      concurrent(SyncKind.ATOMIC_UPDATE, "locks/" + base, "compareAndSetState");
      concurrent(SyncKind.ATOMIC_READ, "locks/" + base, "getState");
      concurrent(SyncKind.ATOMIC_WRITE, "locks/" + base, "setState");
    }
  }

  private static void synchronizers() {
    concurrent(
        SyncKind.ACQUIRE,
        "Semaphore",
        "acquire",
        "acquireUninterruptibly",
        "tryAcquire",
        "drainPermits");
    concurrent(SyncKind.RELEASE, "Semaphore", "release");
    concurrent(SyncKind.ATOMIC_READ, "Semaphore", "availablePermits");
    concurrent(SyncKind.ACQUIRE, "CountDownLatch", "await");
    concurrent(SyncKind.RELEASE, "CountDownLatch", "countDown");
    concurrent(SyncKind.ATOMIC_READ, "CountDownLatch", "getCount");
    concurrent(SyncKind.ACQUIRE, "CyclicBarrier", "await");
    concurrent(SyncKind.RELEASE, "CyclicBarrier", "reset");
    concurrent(
        SyncKind.ACQUIRE,
        "Phaser",
        "arriveAndAwaitAdvance",
        "awaitAdvance",
        "awaitAdvanceInterruptibly");
    concurrent(
        SyncKind.RELEASE,
        "Phaser",
        "arrive",
        "arriveAndDeregister",
        "register",
        "bulkRegister",
        "forceTermination");
    concurrent(SyncKind.ACQUIRE, "Exchanger", "exchange");
  }
}
