package dev.heisenbug.decode.perf;

/** Who, when and where of a record; -1 where the recording does not say (time: Long.MIN_VALUE). */
public record SampleId(
    int pid, int tid, long time, int cpu, long id, long streamId, long identifier) {
  public static final long NO_TIME = Long.MIN_VALUE;
  public static final SampleId NONE = new SampleId(-1, -1, NO_TIME, -1, -1, -1, -1);

  public boolean timed() {
    return time != NO_TIME;
  }
}
