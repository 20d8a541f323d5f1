package dev.heisenbug.decode.perf;

/** Takes the records of a recording, in file order. */
public interface PerfVisitor {
  void record(PerfRecord record, SampleId sample);
}
