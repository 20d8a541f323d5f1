package dev.heisenbug.control.rt;

/** Hooks around parking, which is what blocks a thread in the JDK's own locks and queues. */
public final class Parking {
  private static final long FOREVER = -1;

  private Parking() {}

  /** Instead of {@code Unsafe.park} in the JDK's pools. */
  public static void unsafePark(Object unsafe, boolean absolute, long time) {
    CThread t = Ctl.current();
    if (t == null) {
      Classes.park(absolute, absolute ? VirtualClock.outsideToReal(time) : time);
    } else if (absolute) {
      parkUntil(time);
    } else {
      park(time == 0 ? FOREVER : time);
    }
  }

  /** Instead of {@code Unsafe.unpark} in the JDK's pools. */
  public static void unsafeUnpark(Object unsafe, Object thread) {
    if (!unpark((Thread) thread)) {
      Classes.unpark(thread);
    }
  }

  /** At the entry of {@code LockSupport.park*}: whether the call is done with. */
  public static boolean park(long nanos) {
    CThread t = Ctl.current();
    if (t == null) {
      return false;
    }
    if (Ctl.SCHED.current != t) {
      Ctl.SCHED.enter(t);
    }
    Buffers.drain(t);
    t.timedOut = false;
    if (!t.permit && !t.thread.isInterrupted() && nanos != 0) {
      t.interrupted = false;
      Ctl.SCHED.block(t, Block.PARK, null, nanos);
    }
    t.permit = false;
    Hashes.renew(t);
    Sync.log(t, t.timedOut ? Sync.TIMED_OUT : Sync.PARK, null, Site.PARK);
    return true;
  }

  /** At the entry of {@code LockSupport.parkNanos}. */
  public static boolean parkNanos(long nanos) {
    return park(Math.max(0, nanos));
  }

  /** At the entry of {@code LockSupport.parkUntil}. */
  public static boolean parkUntil(long deadlineMillis) {
    return park(Math.max(0, deadlineMillis - Inputs.currentTimeMillis()) * 1_000_000L);
  }

  /** At the entry of {@code LockSupport.unpark}: whether the call is done with. */
  public static boolean unpark(Thread target) {
    CThread me = Ctl.peek();
    if (target == null || (me != null && me.bypass > 0) || !Ctl.SCHED.active) {
      return false;
    }
    if (me == null && Thread.holdsLock(Ctl.SCHED.lock)) {
      // The watchdog hands the baton over: the thread waits in the JVM's own park.
      return false;
    }
    CThread other = Ctl.SCHED.roster.find(target);
    if (other == null) {
      return false;
    }
    other.permit = true;
    if (me == null || Ctl.SCHED.current != me) {
      Ctl.SCHED.poke();
    } else {
      Buffers.drain(me);
      Spin.wrote(me);
      Sync.logThread(me, Sync.UNPARK, other, Site.PARK);
      Hashes.renew(me);
      Ctl.SCHED.policy.enabledAnother(me);
    }
    return true;
  }
}
