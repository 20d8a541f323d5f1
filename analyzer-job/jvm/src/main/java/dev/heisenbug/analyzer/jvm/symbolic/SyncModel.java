package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RecordType.Sync;
import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import dev.heisenbug.formats.trace.EventKind;
import java.util.HashMap;
import java.util.Map;

/** Turns SYNC records into events: monitors, threads, parking, class initialisation. */
final class SyncModel {
  private final Session s;
  private final Emitter out;
  final LockTable locks;
  final JucModel juc;
  final Tasks tasks;
  final Network network;
  private final Map<Integer, Boolean> permits = new HashMap<>();
  private final Map<String, Integer> initialisedBy = new HashMap<>();
  private final Map<Integer, Integer> threadOfObject = new HashMap<>();

  SyncModel(Session s) {
    this.s = s;
    out = s.out;
    locks = new LockTable(out);
    juc = new JucModel(s, locks);
    tasks = new Tasks(s);
    network = new Network(out);
  }

  void created(Alloc alloc) {
    juc.created(alloc);
  }

  /** The thread's first record. */
  void started(ThreadState t) {
    if (t.number != 0) {
      out.sync(t, EventKind.START, -1, 0, 0, "");
    }
  }

  void ended(ThreadState t) {
    out.sync(t, EventKind.EXIT, -1, 0, 0, "");
  }

  /** Handles a SYNC record other than the announcement of an operation. */
  void record(ThreadState t, int kind, int object, int other, int site) {
    String at = t.position();
    String name = object == 0 ? "" : s.refs.name(object);
    switch (kind) {
      case Sync.LOCK -> locks.lock(t, name, false, at);
      case Sync.UNLOCK -> locks.unlock(t, name, false, at);
      case Sync.WAIT -> locks.await(t, name + ".wait", name, at);
      case Sync.WAKE -> locks.wake(t, name + ".wait", true, at);
      case Sync.WAKE_UNNOTIFIED -> locks.wake(t, name + ".wait", false, at);
      case Sync.NOTIFY, Sync.NOTIFY_ALL -> {
        if (locks.holds(t, name)) {
          locks.signal(t, name + ".wait", kind == Sync.NOTIFY_ALL, at);
        }
      }
      case Sync.FORK -> fork(t, other, at);
      case Sync.JOIN -> out.sync(t, EventKind.JOIN, other, 0, 0, at);
      case Sync.PARK -> park(t, true, at);
      case Sync.UNPARK -> unpark(t, other, at);
      case Sync.INTERRUPT -> interrupted(t, other, at);
      case Sync.CLASS_INIT_DONE -> initialised(t, at);
      case Sync.TIMED_OUT -> {
        timedOut(t, at);
        if (site == SiteDef.PARK) {
          park(t, false, at);
        }
      }
      default -> {}
    }
  }

  private void timedOut(ThreadState t, String at) {
    Call call = t.top() == null ? null : t.top().call;
    if (call != null && !t.isCut()) {
      String tree = s.log.treeId(t.number);
      int before = out.b.eventCount();
      out.notices.add(new Notice(Notice.Kind.TIME_LIMIT, tree, before, call.shortName(), "", at));
    }
  }

  private void fork(ThreadState t, int child, String at) {
    Call call = t.top() == null ? null : t.top().call;
    if (call != null && call.name.equals("start") && call.receiver != null) {
      if (call.receiver.hasBits()) {
        threadOfObject.put((int) call.receiver.bits(), child);
      }
    }
    out.sync(t, EventKind.FORK, child, 0, 0, at);
  }

  /** {@code isAlive()} answered no: as good as a join. */
  void foundDead(ThreadState t, Val thread) {
    Integer number = thread.hasBits() ? threadOfObject.get((int) thread.bits()) : null;
    if (number != null) {
      out.sync(t, EventKind.JOIN, number, 0, 0, t.position());
    }
  }

  /** Parking inside library code is that code's affair: its operation is modelled as a whole. */
  private static boolean isDirect(ThreadState t) {
    Call call = t.top() == null ? null : t.top().call;
    return call != null && call.owner.equals("java/util/concurrent/locks/LockSupport");
  }

  private int permit(int thread) {
    return out.object("permit " + s.log.treeId(thread));
  }

  private void park(ThreadState t, boolean returned, String at) {
    if (!isDirect(t)) {
      return;
    }
    boolean there = Boolean.TRUE.equals(permits.put(t.number, false));
    int mode = returned && there ? 0 : EventKind.UNNOTIFIED;
    out.sync(t, EventKind.PARK, permit(t.number), 1, mode, at);
  }

  private void unpark(ThreadState t, int other, String at) {
    if (isDirect(t)) {
      permits.put(other, true);
      out.sync(t, EventKind.UNPARK, permit(other), 1, 0, at);
    }
  }

  private void interrupted(ThreadState t, int other, String at) {
    permits.put(other, true);
    out.sync(t, EventKind.UNPARK, permit(other), 1, 0, at);
  }

  private void initialised(ThreadState t, String at) {
    for (int i = t.frames.size() - 1; i >= 0; i--) {
      MethodCode code = t.frames.get(i).code;
      if (code.isInitialiser()) {
        if (initialisedBy.putIfAbsent(code.def.owner(), t.number) == null) {
          out.sync(t, EventKind.POST, initialisation(code.def.owner()), 1, 0, at);
        }
        return;
      }
    }
  }

  private int initialisation(String type) {
    return out.object("class " + type.replace('/', '.'));
  }

  /** The thread uses a class: another thread's initialisation of it must be over. */
  void uses(ThreadState t, String type) {
    Integer by = initialisedBy.get(type);
    if (by != null && by != t.number && t.classesUsed.add(type)) {
      out.sync(t, EventKind.AWAIT, initialisation(type), 1, 0, t.position());
    }
  }
}
