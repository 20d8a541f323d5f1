package dev.heisenbug.decode.flow;

import java.util.List;

/** The address ranges that were traced or that stopped tracing; needed for erratum SKL014. */
public record AddressFilter(List<Range> ranges) {
  /** An inclusive range; {@code stop} ranges end tracing when entered. */
  public record Range(boolean stop, long first, long last) {
    boolean contains(long address) {
      return Long.compareUnsigned(first, address) <= 0 && Long.compareUnsigned(address, last) <= 0;
    }
  }

  public AddressFilter {
    ranges = List.copyOf(ranges);
  }

  boolean active() {
    return !ranges.isEmpty();
  }

  /** Whether code at {@code address} is traced. */
  boolean traces(long address) {
    boolean any = false;
    boolean inside = false;
    for (Range r : ranges) {
      if (r.stop() && r.contains(address)) {
        return false;
      }
      any |= !r.stop();
      inside |= !r.stop() && r.contains(address);
    }
    return inside || !any;
  }
}
