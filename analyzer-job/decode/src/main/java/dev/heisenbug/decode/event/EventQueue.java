package dev.heisenbug.decode.event;

/**
 * Events that wait for the packet they bind to. Small and fixed: a trace that needs more is
 * damaged.
 */
final class EventQueue {
  static final int PSBEND = 1;
  static final int TIP = 2;
  static final int FUP = 4;
  static final int FUP_BOUND = 8;
  static final int EXSTOP = 16;
  static final int CFE = 32;

  private static final int CAPACITY = 14;

  private PtEvent[] events = new PtEvent[CAPACITY];
  private int[] bindings = new int[CAPACITY];
  private int size;
  private PtEvent dequeued = new PtEvent();

  EventQueue() {
    for (int i = 0; i < CAPACITY; i++) {
      events[i] = new PtEvent();
    }
  }

  void clear() {
    size = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** A fresh event bound to {@code binding}, or null when the queue is full. */
  PtEvent enqueue(EventType type, int binding) {
    if (size == CAPACITY) {
      return null;
    }
    bindings[size] = binding;
    return events[size++].clear(type);
  }

  /** Removes the first event bound to {@code binding}; it stays valid until the next dequeue. */
  PtEvent dequeue(int binding) {
    int i = indexOf(binding, null);
    if (i < 0) {
      return null;
    }
    PtEvent found = events[i];
    events[i] = dequeued;
    PtEvent hole = events[i];
    for (int j = i; j + 1 < size; j++) {
      events[j] = events[j + 1];
      bindings[j] = bindings[j + 1];
    }
    events[--size] = hole;
    dequeued = found;
    return found;
  }

  PtEvent find(int binding, EventType type) {
    int i = indexOf(binding, type);
    return i < 0 ? null : events[i];
  }

  PtEvent peek(int binding) {
    return find(binding, null);
  }

  boolean pending(int binding) {
    return indexOf(binding, null) >= 0;
  }

  private int indexOf(int binding, EventType type) {
    for (int i = 0; i < size; i++) {
      if ((bindings[i] & binding) != 0 && (type == null || events[i].type == type)) {
        return i;
      }
    }
    return -1;
  }

  void copyFrom(EventQueue o) {
    size = o.size;
    for (int i = 0; i < size; i++) {
      events[i].copyFrom(o.events[i]);
      bindings[i] = o.bindings[i];
    }
  }
}
