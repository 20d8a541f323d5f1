package dev.heisenbug.decode.perf;

import static dev.heisenbug.formats.perf.PerfLayout.RECORD_HEADER_SIZE;
import static dev.heisenbug.formats.perf.PerfLayout.RECORD_SIZE_AT;
import static dev.heisenbug.formats.perf.PerfLayout.U16;

import dev.heisenbug.decode.DecodeException;
import java.lang.foreign.MemorySegment;

/** Kernel records back to back without a file around them, as other tools store them. */
public final class RecordStream {
  private final MemorySegment data;
  private final SampleIdLayout layout;

  /** {@code sampleType} is what the recording's events had as sample type. */
  public RecordStream(MemorySegment data, long sampleType) {
    this.data = data;
    this.layout = new SampleIdLayout(sampleType);
  }

  /** Takes a record and the offset it was at. */
  public interface Sink {
    void record(long offset, PerfRecord record, SampleId sample);
  }

  public void read(Sink sink) {
    long at = 0;
    while (at + RECORD_HEADER_SIZE <= data.byteSize()) {
      int size = data.get(U16, at + RECORD_SIZE_AT) & 0xffff;
      if (size < RECORD_HEADER_SIZE || at + size > data.byteSize()) {
        throw DecodeException.malformed("A record at offset " + at + " has an impossible size.");
      }
      MemorySegment r = data.asSlice(at, size);
      long body = Math.max(RECORD_HEADER_SIZE, size - layout.size());
      sink.record(at, RecordParser.parse(r.asSlice(0, body), at), layout.read(r));
      at += size;
    }
  }
}
