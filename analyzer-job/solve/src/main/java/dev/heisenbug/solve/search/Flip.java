package dev.heisenbug.solve.search;

/**
 * One way to make a read see something else: an event, and what its thread does after it, moves in
 * the preferred order to just behind another event; or a library call returns another value.
 *
 * @param depth step of the present execution at which the event was taken
 * @param event the event that moves, {@code ~event} to move only the commit of its store
 * @param behind the event it moves behind, or {@link #CHOICE}
 * @param value the result to choose for a library call whose result is free
 */
record Flip(int depth, int event, int behind, long value) {
  static final int CHOICE = -1;

  static Flip move(int depth, int event, int behind) {
    return new Flip(depth, event, behind, 0);
  }

  static Flip choose(int depth, int event, long value) {
    return new Flip(depth, event, CHOICE, value);
  }

  boolean isChoice() {
    return behind == CHOICE;
  }
}
