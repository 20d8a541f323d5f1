package dev.heisenbug.solve.search;

/**
 * One way to make a read see something else: an event, and what its thread does after it, moves in
 * the preferred order to just behind another event.
 *
 * @param depth step of the present execution at which the event was taken
 * @param event the event that moves, {@code ~event} to move only the commit of its store
 * @param behind the event it moves behind
 */
record Flip(int depth, int event, int behind) {}
