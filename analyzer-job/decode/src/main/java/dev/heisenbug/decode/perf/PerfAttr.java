package dev.heisenbug.decode.perf;

import static dev.heisenbug.formats.perf.PerfLayout.ATTR_CONFIG_AT;
import static dev.heisenbug.formats.perf.PerfLayout.ATTR_FLAGS_AT;
import static dev.heisenbug.formats.perf.PerfLayout.ATTR_MIN_SIZE;
import static dev.heisenbug.formats.perf.PerfLayout.ATTR_SAMPLE_ID_ALL;
import static dev.heisenbug.formats.perf.PerfLayout.ATTR_SAMPLE_TYPE_AT;
import static dev.heisenbug.formats.perf.PerfLayout.ATTR_TYPE_AT;
import static dev.heisenbug.formats.perf.PerfLayout.U32;
import static dev.heisenbug.formats.perf.PerfLayout.U64;

import dev.heisenbug.decode.DecodeException;
import java.lang.foreign.MemorySegment;

/** The part of a perf_event_attr that says how its records are laid out. */
public record PerfAttr(int type, long config, long sampleType, long flags) {
  static PerfAttr read(MemorySegment attr) {
    if (attr.byteSize() < ATTR_MIN_SIZE) {
      throw DecodeException.malformed("An event attribute of the recording is cut off.");
    }
    return new PerfAttr(
        attr.get(U32, ATTR_TYPE_AT),
        attr.get(U64, ATTR_CONFIG_AT),
        attr.get(U64, ATTR_SAMPLE_TYPE_AT),
        attr.get(U64, ATTR_FLAGS_AT));
  }

  public boolean sampleIdAll() {
    return (flags & ATTR_SAMPLE_ID_ALL) != 0;
  }
}
