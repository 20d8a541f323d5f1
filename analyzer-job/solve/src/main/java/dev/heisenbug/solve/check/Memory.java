package dev.heisenbug.solve.check;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Memory cells and, under TSO and PSO, the store buffers in front of them. */
final class Memory {
  private record Cell(int location, long index) {}

  private record Store(int event, Cell cell, long value) {}

  /** Marks a store-store fence inside a buffer. */
  private static final Store BARRIER = new Store(-1, new Cell(-1, 0), 0);

  private final SymbolicTrace trace;
  private final MemoryModel model;
  private final Map<Cell, Long> cells = new HashMap<>();
  private final List<List<Store>> buffers = new ArrayList<>();

  Memory(SymbolicTrace trace, MemoryModel model) {
    this.trace = trace;
    this.model = model;
    for (int t = 0; t < trace.threadCount(); t++) {
      buffers.add(new ArrayList<>());
    }
  }

  String key() {
    return new TreeMap<>(
                cells.entrySet().stream()
                    .collect(
                        Collectors.toMap(
                            c -> c.getKey().location() + ":" + c.getKey().index(),
                            Map.Entry::getValue)))
            .toString()
        + buffers;
  }

  Memory copy() {
    Memory copy = new Memory(trace, model);
    copy.cells.putAll(cells);
    for (int t = 0; t < buffers.size(); t++) {
      copy.buffers.get(t).addAll(buffers.get(t));
    }
    return copy;
  }

  boolean drained(int thread) {
    return buffers.get(thread).stream().allMatch(s -> s == BARRIER);
  }

  void barrier(int thread) {
    if (!buffers.get(thread).isEmpty()) {
      buffers.get(thread).add(BARRIER);
    }
  }

  long load(int thread, int location, long index, Values values) {
    Cell cell = new Cell(location, index);
    List<Store> buffer = buffers.get(thread);
    for (int i = buffer.size() - 1; i >= 0; i--) {
      if (buffer.get(i).cell().equals(cell)) {
        return buffer.get(i).value();
      }
    }
    Long value = cells.get(cell);
    return value != null ? value : values.eval(trace.locations().get(location).initial(index));
  }

  /** A store: at once under SC or when it is part of an atomic step, else into the buffer. */
  void store(int event, int thread, int location, long index, long value, boolean atomic) {
    Cell cell = new Cell(location, index);
    if (atomic || !model.relaxed()) {
      cells.put(cell, value);
    } else {
      buffers.get(thread).add(new Store(event, cell, value));
    }
  }

  /** Makes a buffered store visible; returns why not, or null. */
  String commit(int thread, int event) {
    List<Store> buffer = buffers.get(thread);
    for (int i = 0; i < buffer.size(); i++) {
      Store store = buffer.get(i);
      if (store.event() == event) {
        if (blocked(buffer, i)) {
          return "the store commits before an earlier one that must come first";
        }
        cells.put(store.cell(), store.value());
        buffer.remove(i);
        while (!buffer.isEmpty() && buffer.get(0) == BARRIER) {
          buffer.remove(0);
        }
        return null;
      }
    }
    return "the store is not in the buffer";
  }

  private boolean blocked(List<Store> buffer, int at) {
    if (model == MemoryModel.TSO) {
      return buffer.subList(0, at).stream().anyMatch(s -> s != BARRIER);
    }
    Cell cell = buffer.get(at).cell();
    boolean sawStore = false;
    for (Store earlier : buffer.subList(0, at)) {
      if (earlier == BARRIER && sawStore) {
        return true;
      }
      if (earlier.cell().equals(cell)) {
        return true;
      }
      sawStore |= earlier != BARRIER;
    }
    return false;
  }

  /** Events of a thread whose stores may commit next. */
  List<Integer> committable(int thread) {
    List<Integer> result = new ArrayList<>();
    List<Store> buffer = buffers.get(thread);
    for (int i = 0; i < buffer.size(); i++) {
      if (buffer.get(i) != BARRIER && !blocked(buffer, i)) {
        result.add(buffer.get(i).event());
      }
    }
    return result;
  }

  boolean buffered(int thread, int event) {
    return buffers.get(thread).stream().anyMatch(s -> s.event() == event);
  }
}
