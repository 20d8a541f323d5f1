package dev.heisenbug.nativerec.perf;

import dev.heisenbug.formats.perf.PerfLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a perf.data file as {@code perf record -e intel_pt//u} would, record by record: after a
 * crash what is there can be read, because readers go to the end when the size is still missing.
 */
public final class PerfDataWriter implements AutoCloseable {
  private static final int ATTR_SIZE = 112;
  private static final int DATA_AT = PerfLayout.FILE_HEADER_SIZE + ATTR_SIZE + 16 + 8;
  private static final int PT_PMU = 31;
  private static final long EVENT_ID = 1;
  private static final int SAMPLE_ID_SIZE = 32;
  private static final int TRACE_RECORD_SIZE = 48;
  private static final int BUFFER = 1 << 17;

  // pt, tsc, noretcomp, branch: the format bits of the intel_pt PMU.
  private static final long TSC_BIT = 1 << 10;
  private static final long NO_RETURN_COMPRESSION_BIT = 1 << 11;
  private static final long CONFIG = 1 | TSC_BIT | NO_RETURN_COMPRESSION_BIT | 1 << 13;
  private static final long SAMPLE_TYPE =
      1
          | PerfLayout.SAMPLE_TID
          | PerfLayout.SAMPLE_TIME
          | PerfLayout.SAMPLE_CPU
          | PerfLayout.SAMPLE_IDENTIFIER;

  // inherit, exclude kernel and hypervisor, mmap, comm, task, sample_id_all, mmap2, comm_exec,
  // context_switch, build_id
  private static final long FLAGS =
      1L << 1
          | 1L << 5
          | 1L << 6
          | 1L << 8
          | 1L << 9
          | 1L << 13
          | PerfLayout.ATTR_SAMPLE_ID_ALL
          | 1L << 23
          | 1L << 24
          | 1L << 26
          | 1L << 34;

  /** What the numbers of AUXTRACE_INFO call PERF_RECORD_SWITCH of the recorded threads only. */
  private static final int OWN_SWITCHES = 2;

  private final FileChannel file;
  private final List<Long> traceRecords = new ArrayList<>();
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  public PerfDataWriter(Path path, TraceClock clock) throws IOException {
    file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    header(0);
    attribute();
    info(clock);
    begin(PerfLayout.TIME_CONV, 0, 32);
    buffer.putLong(clock.shift()).putLong(clock.mult()).putLong(clock.zero());
    flush();
  }

  private void header(long dataSize) {
    buffer.putLong(PerfLayout.MAGIC).putLong(PerfLayout.FILE_HEADER_SIZE).putLong(ATTR_SIZE + 16);
    buffer.putLong(PerfLayout.FILE_HEADER_SIZE + 8).putLong(ATTR_SIZE + 16);
    buffer.putLong(DATA_AT).putLong(dataSize);
    buffer.putLong(0).putLong(0);
    buffer.putLong(dataSize == 0 ? 0 : 1L << PerfLayout.FEATURE_AUXTRACE);
    for (int i = 1; i < PerfLayout.FEATURE_WORDS; i++) {
      buffer.putLong(0);
    }
  }

  private void attribute() {
    buffer.putLong(EVENT_ID);
    int at = buffer.position();
    buffer.putInt(PT_PMU).putInt(ATTR_SIZE).putLong(CONFIG).putLong(1).putLong(SAMPLE_TYPE);
    buffer.putLong(0).putLong(FLAGS);
    while (buffer.position() < at + ATTR_SIZE) {
      buffer.putLong(0);
    }
    buffer.putLong(PerfLayout.FILE_HEADER_SIZE).putLong(8);
  }

  private void info(TraceClock clock) {
    long[] numbers = {
      PT_PMU,
      clock.shift(),
      clock.mult(),
      clock.zero(),
      1,
      TSC_BIT,
      NO_RETURN_COMPRESSION_BIT,
      OWN_SWITCHES,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0
    };
    begin(PerfLayout.AUXTRACE_INFO, 0, 16 + 8 * numbers.length);
    buffer.putInt(PerfLayout.AUXTRACE_INTEL_PT).putInt(0);
    for (long n : numbers) {
      buffer.putLong(n);
    }
  }

  /** Starts a record; the caller puts exactly the rest of its {@code size}. */
  ByteBuffer begin(int type, int misc, int size) {
    return buffer.putInt(type).putShort((short) misc).putShort((short) size);
  }

  /** Starts a record of the kernel's kind with {@code body} bytes before the sample id. */
  ByteBuffer kernel(int type, int misc, int body) throws IOException {
    room(8 + body + SAMPLE_ID_SIZE);
    return begin(type, misc, 8 + body + SAMPLE_ID_SIZE);
  }

  void sampleId(int pid, int tid, long nanos, int cpu) {
    buffer.putInt(pid).putInt(tid).putLong(nanos).putInt(cpu).putInt(0).putLong(EVENT_ID);
  }

  /** A piece of the trace of one core; {@code tsc} completes the 56 bits that packets have. */
  void trace(int cpu, long offset, long tsc, byte[] packets) throws IOException {
    flush();
    traceRecords.add(file.position());
    begin(PerfLayout.AUXTRACE, 0, TRACE_RECORD_SIZE);
    int padded = packets.length + 7 & ~7;
    buffer.putLong(padded).putLong(offset).putLong(tsc);
    buffer.putInt(cpu).putInt(-1).putInt(cpu).putInt(0);
    flush();
    // A zero byte is a PAD packet, so the records stay aligned as perf wants them.
    ByteBuffer rest = ByteBuffer.allocate(padded).put(packets).rewind();
    while (rest.hasRemaining()) {
      file.write(rest);
    }
  }

  private void room(int size) throws IOException {
    if (buffer.remaining() < size) {
      flush();
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    buffer.clear();
  }

  /** The feature section after the data: its place, then where each record is. */
  private void index(long at) throws IOException {
    buffer.putLong(at + 16).putLong(8 + 16L * traceRecords.size());
    buffer.putLong(traceRecords.size());
    for (long record : traceRecords) {
      room(16);
      buffer.putLong(record).putLong(TRACE_RECORD_SIZE);
    }
    flush();
  }

  @Override
  public void close() throws IOException {
    flush();
    long end = file.size();
    index(end);
    header(end - DATA_AT);
    buffer.flip();
    file.write(buffer, 0);
    file.close();
  }
}
