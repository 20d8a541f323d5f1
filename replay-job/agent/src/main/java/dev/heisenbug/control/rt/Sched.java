package dev.heisenbug.control.rt;

import java.util.concurrent.locks.LockSupport;

/**
 * Lets one controlled thread run at a time.
 *
 * <p>The running thread holds the baton ({@link #current}). It gives it away when it blocks, ends,
 * or reaches the point at which the policy wants to be asked. Every change of state happens under
 * {@link #lock}; waiting for the baton happens outside of it.
 */
final class Sched {
  private static final long SETTLED_NANOS = 10_000_000L;
  private static final long ALONE_NANOS = 400_000_000L;
  final Object lock = new Object();
  volatile CThread current;
  volatile boolean active;

  Policy policy;

  /** Virtual time in nanoseconds: moves only when a time limit is used up. */
  long now;

  /** Since when nothing is enabled and only uncontrolled code can help, in real time. */
  long idleSince;

  /** Whether it is a plan that wants to wait for such code. */
  volatile boolean idleForPlan;

  /** Whether no controlled thread can go on and only time or threads of the JDK's own can help. */
  volatile boolean atRest;

  /** Counts handovers: lets a spinning thread see that others have moved. */
  volatile long handovers;

  /** Whether the turn of the running thread is noted already, because a store became visible. */
  private boolean noted;

  final Monitors monitors = new Monitors();
  final Roster roster = new Roster(monitors);

  CThread register(String id, Thread thread, Recorded recorded) {
    synchronized (lock) {
      return roster.add(id, thread, recorded);
    }
  }

  /** A thread without the baton came to a point: it is new, or back from uncontrolled code. */
  void enter(CThread t) {
    boolean isNew = !t.arrived;
    if (isNew) {
      Threads.arriving(t);
    }
    takeTurn(t);
    if (isNew) {
      Hashes.begin(t);
    }
  }

  private void takeTurn(CThread t) {
    Hashes.leave(t);
    synchronized (lock) {
      t.arrived = true;
      if (!active || current == t) {
        Hashes.enter(t);
        return;
      }
      if (t.block == Block.EXTERNAL) {
        t.block = Block.NONE;
      }
      t.awaiting = true;
      if (current == null) {
        dispatch(null);
      }
    }
    awaitBaton(t);
  }

  /** The running thread reached its stop: ask the policy whether it may go on. */
  void stop(CThread t) {
    // Before the lock: the watchdog must not take a thread that waits for it for lost.
    t.awaiting = true;
    Hashes.leave(t);
    synchronized (lock) {
      if (!active) {
        t.awaiting = false;
        return;
      }
      dispatch(t);
    }
    awaitBaton(t);
  }

  /** The running thread's turn is over and it is about to initialise a class: another may now. */
  void stopBeforeInit(CThread t, int site) {
    if (policy.stopsBeforeInit(t, site)) {
      t.site = site;
      t.beforeInit = true;
      stop(t);
      t.beforeInit = false;
    }
  }

  /** The running thread cannot go on; returns when it was chosen again. */
  void block(CThread t, Block why, Object on, long nanos) {
    if (beginBlock(t, why, on, nanos)) {
      awaitBaton(t);
    }
  }

  /** Gives the baton away without waiting for its return; false if nothing is controlled. */
  boolean beginBlock(CThread t, Block why, Object on, long nanos) {
    t.awaiting = true;
    Hashes.leave(t);
    synchronized (lock) {
      if (!active) {
        t.awaiting = false;
        return false;
      }
      t.block = why;
      t.blockedOn = on;
      t.timed = nanos >= 0;
      t.wakeAt = nanos >= 0 ? now + nanos : 0;
      t.timedOut = false;
      dispatch(null);
      return true;
    }
  }

  void ended(CThread t) {
    synchronized (lock) {
      if (t.done) {
        return;
      }
      t.done = true;
      Hooks.ended(this);
      if (current == t || current == null) {
        dispatch(null);
      }
    }
  }

  /**
   * The watchdog found the running thread blocked in code that is not ours.
   *
   * @param seen the count of handovers when it began to look
   */
  void lostToExternal(CThread t, long seen) {
    synchronized (lock) {
      if (current != t || t.done || t.awaiting || handovers != seen || !active) {
        return;
      }
      Buffers.release(t);
      t.block = Block.EXTERNAL;
      t.blockedOn = null;
      t.timed = false;
      dispatch(null);
    }
  }

  /** Something outside the scheduler changed (a permit, an interrupt): look again if idle. */
  void poke() {
    synchronized (lock) {
      if (active && current == null) {
        dispatch(null);
      }
    }
  }

  /** Chooses the next thread; {@code running} is the caller if it could go on. Holds the lock. */
  private void dispatch(CThread running) {
    atRest = false;
    Buffers.hide();
    if (Hooks.expected()) {
      idleForPlan = true;
      interrupted();
      goIdle(null);
      return;
    }
    CThread relief = Spin.fruitless() && policy.relievesSpinners() ? roster.notSpinning() : null;
    if (relief != null) {
      grant(relief, running);
      return;
    }
    Object choice = policy.next(this, running);
    if (choice instanceof CThread) {
      if (choice == current && !roster.enabled(current)) {
        // Its time limit ends though others could go on: a plan has to say so by a turn of its own.
        interrupted();
      }
      grant((CThread) choice, running);
      return;
    }
    if (choice == Policy.Hint.WAIT) {
      idleForPlan = true;
      goIdle(running);
      return;
    }
    if (running != null) {
      grant(running, running);
      return;
    }
    CThread next = roster.anyEnabled();
    if (next != null) {
      grant(next, null);
    } else if (Ghosts.alone(roster) && Sockets.settled() && roster.earliestAtRest() != null) {
      restAlone();
    } else if (roster.anyExternal() || roster.any(Block.SOCKET)) {
      idleForPlan = false;
      goIdle(null);
    } else if (Outside.exists()) {
      atRest = true;
      idleForPlan = false;
      goIdle(null);
    } else {
      rest();
    }
  }

  /** Nothing comes from outside: the next time limit expires, or the program is stuck. */
  private void rest() {
    CThread next = roster.earliestAtRest();
    if (next != null) {
      grant(next, null);
    } else {
      stuck();
    }
  }

  /** The same where threads wait at sockets, too, but nobody will come. */
  private void restAlone() {
    if (Mismatches.count() > 0 && roster.onlyDaemonsGoOn()) {
      stuck();
    } else {
      rest();
    }
  }

  /** Ends the running thread's turn in the plan: what follows is not its doing. */
  void interrupted() {
    if (current != null && !noted) {
      Trace.switched(current);
      noted = true;
    }
  }

  private void goIdle(CThread running) {
    if (running != null && !noted) {
      Trace.switched(running);
    }
    noted = false;
    current = null;
    idleSince = System.nanoTime();
  }

  /** Called by the watchdog while nobody runs: something may have come for who waits for it. */
  void lookOutside() {
    synchronized (lock) {
      long since = idleSince;
      if (active && current == null && roster.anySocketReady()) {
        dispatch(null);
        idleSince = current == null ? since : idleSince;
      }
    }
  }

  /** How long a plan may wait for a thread that is away. */
  long patienceForPlan(long usual) {
    synchronized (lock) {
      return active ? policy.patience(this, usual) : usual;
    }
  }

  /** Called by the watchdog: nothing came from outside for a while, so time limits may expire. */
  void idleTimeout() {
    synchronized (lock) {
      if (!active || current != null) {
        return;
      }
      Hooks.notExpected();
      if (policy.waitedInVain(this)) {
        dispatch(null);
        return;
      }
      CThread next = roster.anyEnabled();
      if (next == null) {
        next = roster.earliestAtRest();
      }
      if (next != null) {
        grant(next, null);
      } else if (atRest || isAloneForLong()) {
        stuck();
      }
    }
  }

  /** Whether nobody sends what threads wait for at sockets. */
  private boolean isAloneForLong() {
    return Ghosts.alone(roster) && System.nanoTime() - idleSince > ALONE_NANOS;
  }

  /** How long something may come for who waits at a socket, while others wait, too. */
  long patienceForSockets(long usual) {
    synchronized (lock) {
      return active && Ghosts.alone(roster) ? SETTLED_NANOS : usual;
    }
  }

  /** Called by the watchdog: those in uncontrolled code wait for others that are stuck, too. */
  void standstill() {
    synchronized (lock) {
      if (active && current == null) {
        stuck();
      }
    }
  }

  private void stuck() {
    current = null;
    boolean alive = roster.keepsAlive();
    if (alive && active && Mismatches.count() > 0) {
      Outcome.finish("mismatch");
    } else if (alive && active) {
      Outcome.deadlock(this);
    }
  }

  private void grant(CThread next, CThread running) {
    if (!roster.enabled(next) && next.timed) {
      next.timedOut = true;
      Spin.timeLimitEnded();
      now = Math.max(now, next.wakeAt) + Spin.delay();
    }
    next.block = Block.NONE;
    CThread before = current;
    if (next != before) {
      handovers++;
      if (before != null && !noted) {
        Trace.switched(before);
      }
    }
    noted = false;
    Buffers.show(next);
    policy.arm(this, next);
    if (!next.begun) {
      next.begun = true;
      // Behind the policy's choice of a stop: the beginning has a stamp and may be one itself.
      next.recorded.begin(next);
    }
    // Last: a thread that has not parked yet goes on as soon as it sees this, with what stands
    // here.
    current = next;
    if (next != running) {
      wake(next);
    }
  }

  private void wake(CThread t) {
    Object monitor = t.realWait;
    if (monitor != null) {
      Waker.notifyLater(t);
      return;
    }
    CThread me = Ctl.peek();
    if (me != null) {
      me.bypass++;
    }
    try {
      LockSupport.unpark(t.thread);
    } finally {
      if (me != null) {
        me.bypass--;
      }
    }
  }

  /** Parks the calling thread until it holds the baton, keeping its interrupt for later. */
  void awaitBaton(CThread t) {
    boolean interrupted = false;
    t.bypass++;
    while (current != t) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    t.awaiting = false;
    Hashes.enter(t);
    if (interrupted) {
      t.thread.interrupt();
    }
    t.bypass--;
  }

  /**
   * Ends control for good: every thread still waiting for the baton stays where it is. The turn
   * that was cut short is a turn all the same: it may be the one that fails.
   */
  void freeze() {
    synchronized (lock) {
      if (active && current != null && !noted) {
        Trace.switched(current);
      }
      if (active) {
        Buffers.publishAll(this);
      }
      active = false;
      current = null;
    }
  }
}
