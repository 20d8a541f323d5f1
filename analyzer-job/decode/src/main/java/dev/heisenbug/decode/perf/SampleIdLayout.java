package dev.heisenbug.decode.perf;

import static dev.heisenbug.formats.perf.PerfLayout.SAMPLE_CPU;
import static dev.heisenbug.formats.perf.PerfLayout.SAMPLE_ID;
import static dev.heisenbug.formats.perf.PerfLayout.SAMPLE_IDENTIFIER;
import static dev.heisenbug.formats.perf.PerfLayout.SAMPLE_STREAM_ID;
import static dev.heisenbug.formats.perf.PerfLayout.SAMPLE_TID;
import static dev.heisenbug.formats.perf.PerfLayout.SAMPLE_TIME;
import static dev.heisenbug.formats.perf.PerfLayout.U32;
import static dev.heisenbug.formats.perf.PerfLayout.U64;

import dev.heisenbug.formats.perf.PerfLayout;
import java.lang.foreign.MemorySegment;

/** The sample id at the end of the kernel's records, whose fields a sample type selects. */
public record SampleIdLayout(long sampleType) {

  /** Bytes the sample id takes. */
  public int size() {
    long fields =
        SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID | SAMPLE_STREAM_ID | SAMPLE_CPU | SAMPLE_IDENTIFIER;
    return 8 * Long.bitCount(sampleType & fields);
  }

  /** Reads it from the end of a record. */
  public SampleId read(MemorySegment record) {
    long at = record.byteSize() - size();
    if (at < PerfLayout.RECORD_HEADER_SIZE) {
      return SampleId.NONE;
    }
    int pid = -1;
    int tid = -1;
    long time = SampleId.NO_TIME;
    int cpu = -1;
    long id = -1;
    long stream = -1;
    long identifier = -1;
    if (has(SAMPLE_TID)) {
      pid = record.get(U32, at);
      tid = record.get(U32, at + 4);
      at += 8;
    }
    if (has(SAMPLE_TIME)) {
      time = record.get(U64, at);
      at += 8;
    }
    if (has(SAMPLE_ID)) {
      id = record.get(U64, at);
      at += 8;
    }
    if (has(SAMPLE_STREAM_ID)) {
      stream = record.get(U64, at);
      at += 8;
    }
    if (has(SAMPLE_CPU)) {
      cpu = record.get(U32, at);
      at += 8;
    }
    if (has(SAMPLE_IDENTIFIER)) {
      identifier = record.get(U64, at);
    }
    return new SampleId(pid, tid, time, cpu, id, stream, identifier);
  }

  private boolean has(long field) {
    return (sampleType & field) != 0;
  }
}
