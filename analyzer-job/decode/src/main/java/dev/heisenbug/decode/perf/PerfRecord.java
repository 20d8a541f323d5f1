package dev.heisenbug.decode.perf;

import dev.heisenbug.formats.perf.PerfLayout;

/** A record of a perf.data file, as far as following a trace needs it. */
public sealed interface PerfRecord {

  /** Memory was mapped; {@code buildId} is null unless the kernel recorded it. */
  record Mmap(
      int pid,
      int tid,
      long address,
      long length,
      long fileOffset,
      boolean executable,
      String file,
      String buildId)
      implements PerfRecord {}

  /** A thread got a name, with {@code exec} because it started another program. */
  record Comm(int pid, int tid, String name, boolean exec) implements PerfRecord {}

  /** A process or thread was started by another. */
  record Fork(int pid, int parentPid, int tid, int parentTid, long time) implements PerfRecord {}

  /** A process or thread ended. */
  record Exit(int pid, int parentPid, int tid, int parentTid, long time) implements PerfRecord {}

  /**
   * A thread, named in the sample id, began or ceased to run. {@code otherPid} and {@code otherTid}
   * are who came before or comes after, -1 if the recording was not CPU-wide.
   */
  record Switch(boolean out, boolean preempted, int otherPid, int otherTid) implements PerfRecord {}

  /** The kernel announced trace data; flags tell of truncation. */
  record Aux(long offset, long size, long flags) implements PerfRecord {}

  /** Trace data of one CPU or thread; the bytes are at {@code fileOffset} of the recording. */
  record AuxTrace(
      long size, long offset, long reference, int index, int tid, int cpu, long fileOffset)
      implements PerfRecord {}

  /** How the trace was made: the numbers of intel_pt. */
  record AuxTraceInfo(int type, long[] numbers) implements PerfRecord {
    /** The number at an index of {@link PerfLayout}, 0 when the recording is older than it. */
    public long get(int index) {
      return index < numbers.length ? numbers[index] : 0;
    }
  }

  /** Tracing of a thread started. */
  record ItraceStart(int pid, int tid) implements PerfRecord {}

  /** Records were lost: samples, or any records of the event {@code id}. */
  record Lost(boolean samples, long id, long count) implements PerfRecord {}

  /** How TSC and perf's clock convert into each other. */
  record TimeConv(int shift, long mult, long zero) implements PerfRecord {}

  /** The build id of a file, from the build-id table or a pipe. */
  record BuildId(int pid, String buildId, String file) implements PerfRecord {}

  /** The recording CPU: family, model and stepping as in "GenuineIntel,6,94,3". */
  record Cpuid(String text) implements PerfRecord {}

  /** An event attribute. */
  record Attribute(PerfAttr attr) implements PerfRecord {}

  /** Anything else. */
  record Other(int type, int size) implements PerfRecord {}
}
