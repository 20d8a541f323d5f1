package dev.heisenbug.control.rt;

/**
 * One store that its thread has executed and that no other thread sees yet.
 *
 * <p>While its thread runs the new value is in memory and {@link #other} keeps what the others see;
 * while another thread runs it is the other way round.
 */
final class Delayed {
  final Object base;
  final long offset;

  /** Bytes of the value, 0 for a reference. */
  final int width;

  /** The thread's point counter at the store: its name in plans and logs. */
  final int idx;

  final int site;

  /** Whether it stays until its commit is asked for; others leave as soon as the order allows. */
  final boolean held;

  /** How many store barriers came before it. */
  final int epoch;

  private long otherBits;
  private Object otherRef;

  Delayed(Object base, long offset, int width, int idx, int site, boolean held, int epoch) {
    this.base = base;
    this.offset = offset;
    this.width = width;
    this.idx = idx;
    this.site = site;
    this.held = held;
    this.epoch = epoch;
  }

  boolean at(Object otherBase, long otherOffset) {
    return base == otherBase && offset == otherOffset;
  }

  /** Notes what is in memory; called before the store is executed. */
  Delayed before() {
    if (width == 0) {
      otherRef = Slots.reference(base, offset);
    } else {
      otherBits = Slots.bits(base, offset, width);
    }
    return this;
  }

  /** Exchanges what is in memory with what is kept here. */
  void swap() {
    if (width == 0) {
      Object now = Slots.reference(base, offset);
      Slots.reference(base, offset, otherRef);
      otherRef = now;
    } else {
      long now = Slots.bits(base, offset, width);
      Slots.bits(base, offset, width, otherBits);
      otherBits = now;
    }
  }
}
