package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.EventKind;
import java.util.HashMap;
import java.util.Map;

/** Locks, conditions, semaphores, latches and barriers of {@code java.util.concurrent}. */
final class JucModel {
  private static final String LOCKS = "java/util/concurrent/locks/";

  private final Session s;
  private final Emitter out;
  private final LockTable locks;

  /** Constructor argument of semaphores, latches and barriers. */
  private final Map<Integer, Long> counts = new HashMap<>();

  private final Map<Integer, Integer> lockOfCondition = new HashMap<>();
  private final Map<Integer, Integer> lockOfSide = new HashMap<>();

  JucModel(Session s, LockTable locks) {
    this.s = s;
    this.out = s.out;
    this.locks = locks;
  }

  void created(Alloc alloc) {
    Val[] args = alloc.constructorArgs;
    if (args.length > 0 && args[0].hasBits() && !args[0].isSymbolic()) {
      counts.putIfAbsent(alloc.object, args[0].bits());
    }
  }

  private String type(Call call) {
    String type = call.operation > 0 ? s.typeOf(call.operation) : null;
    return type == null ? call.owner : s.classes.libraryBase(type);
  }

  /** The operation is about to run: some take effect now. */
  void begin(ThreadState t, Call call) {
    String at = t.position();
    switch (type(call)) {
      case LOCKS + "AbstractQueuedSynchronizer$ConditionObject" -> {
        if (call.name.startsWith("await")) {
          Integer lock = lockOfCondition.get(call.operation);
          if (lock != null) {
            locks.await(t, s.refs.name(call.operation), s.refs.name(lock), at);
          }
        }
      }
      case "java/util/concurrent/CyclicBarrier" -> {
        Long parties = counts.get(call.operation);
        if (call.name.equals("await") && parties != null) {
          int barrier = out.object(s.refs.name(call.operation));
          out.sync(t, EventKind.BARRIER_ENTER, barrier, parties.intValue(), 0, at);
        }
      }
      default -> {}
    }
  }

  /** The operation is over; true if it is modelled here. */
  boolean finish(ThreadState t, Call call, Val result) {
    return switch (type(call)) {
      case LOCKS + "ReentrantLock" -> lock(t, call, call.operation, false, result);
      case LOCKS + "ReentrantReadWriteLock" -> sides(call, result);
      case LOCKS + "ReentrantReadWriteLock$ReadLock" -> side(t, call, true, result);
      case LOCKS + "ReentrantReadWriteLock$WriteLock" -> side(t, call, false, result);
      case LOCKS + "AbstractQueuedSynchronizer$ConditionObject" -> condition(t, call);
      case "java/util/concurrent/Semaphore" -> semaphore(t, call, result);
      case "java/util/concurrent/CountDownLatch" -> latch(t, call, result);
      case "java/util/concurrent/CyclicBarrier" -> barrier(t, call);
      case LOCKS + "LockSupport" -> true;
      default -> false;
    };
  }

  private boolean sides(Call call, Val result) {
    boolean side = call.name.equals("readLock") || call.name.equals("writeLock");
    if (side && result.hasBits()) {
      lockOfSide.put((int) result.bits(), call.operation);
    }
    return side;
  }

  private boolean side(ThreadState t, Call call, boolean shared, Val result) {
    Integer lock = lockOfSide.get(call.operation);
    return lock != null && lock(t, call, lock, shared, result);
  }

  private boolean lock(ThreadState t, Call call, int lock, boolean shared, Val result) {
    String name = s.refs.name(lock);
    String at = t.position();
    switch (call.name) {
      case "lock", "lockInterruptibly" -> locks.lock(t, name, shared, at);
      case "unlock" -> locks.unlock(t, name, shared, at);
      case "tryLock" -> {
        if (result.bits() != 0) {
          locks.lock(t, name, shared, at);
        } else {
          locks.lockFailed(t, name, shared, at);
        }
      }
      case "newCondition" -> lockOfCondition.put((int) result.bits(), lock);
      case "isHeldByCurrentThread", "getHoldCount", "isFair" -> {}
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean condition(ThreadState t, Call call) {
    String name = s.refs.name(call.operation);
    switch (call.name) {
      case "signal" -> locks.signal(t, name, false, t.position());
      case "signalAll" -> locks.signal(t, name, true, t.position());
      default -> locks.wake(t, name, true, t.position());
    }
    return lockOfCondition.containsKey(call.operation);
  }

  private boolean semaphore(ThreadState t, Call call, Val result) {
    Long permits = counts.get(call.operation);
    Integer n = amount(call);
    if (permits == null || n == null) {
      return false;
    }
    int object = out.object(s.refs.name(call.operation), permits);
    String at = t.position();
    switch (call.name) {
      case "acquire", "acquireUninterruptibly" -> out.sync(t, EventKind.ACQUIRE, object, n, 0, at);
      case "release" -> out.sync(t, EventKind.RELEASE, object, n, 0, at);
      case "tryAcquire" -> {
        EventKind kind = result.bits() != 0 ? EventKind.ACQUIRE : EventKind.ACQUIRE_FAIL;
        out.sync(t, kind, object, n, 0, at);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Permits an acquire or release is about; null when they depend on shared reads. */
  private static Integer amount(Call call) {
    if (!call.desc.startsWith("(I")) {
      return 1;
    }
    Val v = call.args[0];
    return v.hasBits() && !v.isSymbolic() ? (Integer) (int) v.bits() : null;
  }

  private boolean latch(ThreadState t, Call call, Val result) {
    Long count = counts.get(call.operation);
    if (count == null) {
      return false;
    }
    int object = out.object(s.refs.name(call.operation));
    switch (call.name) {
      case "countDown" -> out.sync(t, EventKind.POST, object, 1, 0, t.position());
      case "await" -> {
        if (result == null || result.bits() != 0) {
          out.sync(t, EventKind.AWAIT, object, count.intValue(), 0, t.position());
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean barrier(ThreadState t, Call call) {
    if (!call.name.equals("await") || !counts.containsKey(call.operation)) {
      return false;
    }
    int object = out.object(s.refs.name(call.operation));
    out.sync(t, EventKind.BARRIER_EXIT, object, 1, 0, t.position());
    return true;
  }
}
