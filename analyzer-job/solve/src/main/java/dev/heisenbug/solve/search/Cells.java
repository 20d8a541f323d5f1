package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Location;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;

/** Maps locations and array cells to state slots (value, then last writer) as they are met. */
final class Cells {
  private final SymbolicTrace trace;
  private final Location[] locations;
  private final int[] fixed;
  private long[] keys = new long[64];
  private int[] locs = new int[64];
  private int[] slots = new int[64];
  private int used;

  Cells(SymbolicTrace trace) {
    this.trace = trace;
    this.locations = trace.locations().toArray(Location[]::new);
    this.fixed = new int[trace.eventCount()];
    Arrays.fill(slots, -1);
    Arrays.fill(fixed, -1);
  }

  /** Takes one cell: its location, its index (0 for a plain variable) and its slot. */
  interface Visitor {
    void cell(int location, long index, int slot);
  }

  /** Visits every cell that was met so far. */
  void each(Visitor visitor) {
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] >= 0) {
        visitor.cell(locs[i], keys[i], slots[i]);
      }
    }
  }

  /** Slot of the cell a memory event works on. */
  int of(int event, State state, Evaluator values) {
    if (fixed[event] >= 0) {
      return fixed[event];
    }
    int location = trace.target(event);
    int indexNode = trace.index(event);
    long index = indexNode < 0 ? 0 : values.get(indexNode);
    int slot = slot(location, index, state, values);
    if (indexNode < 0 || trace.exprs().isConst(indexNode)) {
      fixed[event] = slot;
    }
    return slot;
  }

  private int slot(int location, long index, State state, Evaluator values) {
    int i = (int) Mix.of(location, index) & (keys.length - 1);
    while (slots[i] >= 0) {
      if (keys[i] == index && locs[i] == location) {
        return slots[i];
      }
      i = (i + 1) & (keys.length - 1);
    }
    int slot = state.grow(2);
    state.init(slot, values.get(locations[location].initial(index)));
    state.init(slot + 1, -1);
    keys[i] = index;
    locs[i] = location;
    slots[i] = slot;
    if (++used * 2 > keys.length) {
      rehash();
    }
    return slot;
  }

  private void rehash() {
    long[] oldKeys = keys;
    int[] oldLocs = locs;
    int[] oldSlots = slots;
    keys = new long[oldKeys.length * 2];
    locs = new int[keys.length];
    slots = new int[keys.length];
    Arrays.fill(slots, -1);
    for (int k = 0; k < oldKeys.length; k++) {
      if (oldSlots[k] >= 0) {
        int i = (int) Mix.of(oldLocs[k], oldKeys[k]) & (keys.length - 1);
        while (slots[i] >= 0) {
          i = (i + 1) & (keys.length - 1);
        }
        keys[i] = oldKeys[k];
        locs[i] = oldLocs[k];
        slots[i] = oldSlots[k];
      }
    }
  }
}
