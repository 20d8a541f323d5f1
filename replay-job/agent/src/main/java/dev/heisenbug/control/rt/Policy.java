package dev.heisenbug.control.rt;

/** Decides which thread runs next. Called under the scheduler's lock. */
interface Policy {
  /** Answers of {@link #next} that are not a thread. */
  enum Hint {
    /** The plan names a thread that has not arrived yet: wait for it in real time. */
    WAIT,
    /** No opinion: let the scheduler take any enabled thread. */
    ANY
  }

  /**
   * Chooses among the threads of {@code sched}.
   *
   * @param running the thread that came to a stop and could go on, or null if it blocked or ended
   * @return a {@link CThread} that is enabled or timed, or a {@link Hint}
   */
  Object next(Sched sched, CThread running);

  /**
   * Called when what {@link Hint#WAIT} waited for did not come.
   *
   * @return whether the policy has thought of something else and wants to be asked again
   */
  default boolean waitedInVain(Sched sched) {
    return false;
  }

  /**
   * How long {@link Hint#WAIT} is to be waited for, in nanoseconds.
   *
   * @param usual how long if there is no reason for another answer
   */
  default long patience(Sched sched, long usual) {
    return usual;
  }

  /** Called when {@code t} gets the baton: sets {@link CThread#stopAt}. */
  void arm(Sched sched, CThread t);

  /**
   * Whether the turn ends before {@code t} initialises a class, which is no point; if not, one that
   * is over ends at the next point.
   */
  default boolean stopsBeforeInit(CThread t, int site) {
    return t.idx >= t.stopAt;
  }

  /** Whether the store that {@code t} is about to execute stays invisible to the others. */
  default boolean holds(CThread t) {
    return false;
  }

  /** Called before the point at which {@code t}, which has delayed stores, makes them visible. */
  default void fencing(CThread t) {}

  /** Whether {@code notify} should rather wake {@code a} than {@code b}, which waits longer. */
  default boolean wakesFirst(CThread a, CThread b) {
    return false;
  }

  /** Whether a thread that seems to wait in a loop may lose its turn before its stop. */
  default boolean lettingSpinnersGiveWay() {
    return false;
  }

  /** Whether a thread that says it waits, but only for so long, loses its turn by that. */
  default boolean believesYields() {
    return true;
  }

  /** Whether another thread may run against the policy's will when all it lets run is spinning. */
  default boolean relievesSpinners() {
    return true;
  }

  /** Called when {@code running} has done something that lets another thread go on. */
  default void enabledAnother(CThread running) {}

  /** Called when {@code running} has left the monitor of {@code o}. */
  default void released(Sched sched, CThread running, Object o) {}

  /** Called before {@code t} does what the next stamp of its recording is of. */
  default void atStamp(CThread t) {}

  /** Called after {@code t} consumed a stamped event of its recording. */
  default void stamped(Sched sched, CThread t) {}
}
