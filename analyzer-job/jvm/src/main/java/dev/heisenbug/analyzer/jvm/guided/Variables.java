package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.function.IntUnaryOperator;

/**
 * What an event accesses, in this run: where the trace takes an array as one variable, because an
 * index depends on what threads read, two elements of it still have nothing to do with each other.
 */
final class Variables {
  private final SymbolicTrace trace;
  private final IntUnaryOperator elements;

  /**
   * @param elements the index of the element that an event accessed, or -1
   */
  Variables(SymbolicTrace trace, IntUnaryOperator elements) {
    this.trace = trace;
    this.elements = elements;
  }

  /** A number for the field or element that a memory event accesses. */
  long of(int event) {
    return (long) trace.target(event) << Integer.SIZE | element(event) & 0xFFFF_FFFFL;
  }

  /** Its name, for people. */
  String name(int event) {
    String name = trace.locations().get(trace.target(event)).name();
    int element = element(event);
    return element < 0 ? name : name + "[" + element + "]";
  }

  private int element(int event) {
    int index = trace.index(event);
    return index >= 0 && trace.exprs().isConst(index)
        ? (int) trace.exprs().constant(index)
        : elements.applyAsInt(event);
  }
}
