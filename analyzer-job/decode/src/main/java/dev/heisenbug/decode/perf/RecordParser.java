package dev.heisenbug.decode.perf;

import static dev.heisenbug.formats.perf.PerfLayout.MISC_COMM_EXEC;
import static dev.heisenbug.formats.perf.PerfLayout.MISC_MMAP_BUILD_ID;
import static dev.heisenbug.formats.perf.PerfLayout.MISC_SWITCH_OUT;
import static dev.heisenbug.formats.perf.PerfLayout.MISC_SWITCH_PREEMPT;
import static dev.heisenbug.formats.perf.PerfLayout.RECORD_MISC_AT;
import static dev.heisenbug.formats.perf.PerfLayout.U16;
import static dev.heisenbug.formats.perf.PerfLayout.U32;
import static dev.heisenbug.formats.perf.PerfLayout.U64;

import dev.heisenbug.decode.perf.PerfRecord.AuxTraceInfo;
import dev.heisenbug.formats.perf.PerfLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Turns the bytes of one record into a {@link PerfRecord}; too short a record is Other. */
final class RecordParser {
  private static final int PROT_EXEC = 4;
  private static final int MAX_BUILD_ID = 20;

  private RecordParser() {}

  /** {@code r} is one record, header included; AUXTRACE data is not part of it. */
  static PerfRecord parse(MemorySegment r, long fileOffset) {
    int type = r.get(U32, 0);
    int misc = r.get(U16, RECORD_MISC_AT) & 0xffff;
    PerfRecord parsed =
        switch (type) {
          case PerfLayout.MMAP -> has(r, 40) ? mmap(r) : null;
          case PerfLayout.MMAP2 -> has(r, 72) ? mmap2(r, misc) : null;
          case PerfLayout.COMM ->
              has(r, 16)
                  ? new PerfRecord.Comm(
                      r.get(U32, 8), r.get(U32, 12), text(r, 16), (misc & MISC_COMM_EXEC) != 0)
                  : null;
          case PerfLayout.FORK ->
              has(r, 32)
                  ? new PerfRecord.Fork(
                      r.get(U32, 8), r.get(U32, 12), r.get(U32, 16), r.get(U32, 20), r.get(U64, 24))
                  : null;
          case PerfLayout.EXIT ->
              has(r, 32)
                  ? new PerfRecord.Exit(
                      r.get(U32, 8), r.get(U32, 12), r.get(U32, 16), r.get(U32, 20), r.get(U64, 24))
                  : null;
          case PerfLayout.SWITCH -> switched(misc, -1, -1);
          case PerfLayout.SWITCH_CPU_WIDE ->
              has(r, 16) ? switched(misc, r.get(U32, 8), r.get(U32, 12)) : null;
          case PerfLayout.AUX ->
              has(r, 32) ? new PerfRecord.Aux(r.get(U64, 8), r.get(U64, 16), r.get(U64, 24)) : null;
          case PerfLayout.AUXTRACE -> has(r, 48) ? auxTrace(r, fileOffset) : null;
          case PerfLayout.AUXTRACE_INFO -> has(r, 16) ? info(r) : null;
          case PerfLayout.ITRACE_START ->
              has(r, 16) ? new PerfRecord.ItraceStart(r.get(U32, 8), r.get(U32, 12)) : null;
          case PerfLayout.LOST ->
              has(r, 24) ? new PerfRecord.Lost(false, r.get(U64, 8), r.get(U64, 16)) : null;
          case PerfLayout.LOST_SAMPLES ->
              has(r, 16) ? new PerfRecord.Lost(true, -1, r.get(U64, 8)) : null;
          case PerfLayout.TIME_CONV ->
              has(r, 32)
                  ? new PerfRecord.TimeConv(
                      (int) r.get(U64, 8) & 63, r.get(U64, 16), r.get(U64, 24))
                  : null;
          case PerfLayout.HEADER_BUILD_ID -> has(r, 36) ? buildId(r, misc) : null;
          case PerfLayout.HEADER_FEATURE ->
              has(r, 20) && r.get(U64, 8) == PerfLayout.FEATURE_CPUID
                  ? new PerfRecord.Cpuid(text(r, 20))
                  : null;
          default -> null;
        };
    return parsed != null ? parsed : new PerfRecord.Other(type, (int) r.byteSize());
  }

  private static boolean has(MemorySegment r, int size) {
    return r.byteSize() >= size;
  }

  private static PerfRecord switched(int misc, int pid, int tid) {
    return new PerfRecord.Switch(
        (misc & MISC_SWITCH_OUT) != 0, (misc & MISC_SWITCH_PREEMPT) != 0, pid, tid);
  }

  private static PerfRecord mmap(MemorySegment r) {
    int misc = r.get(U16, RECORD_MISC_AT);
    boolean data = (misc & 1 << 13) != 0;
    return new PerfRecord.Mmap(
        r.get(U32, 8),
        r.get(U32, 12),
        r.get(U64, 16),
        r.get(U64, 24),
        r.get(U64, 32),
        !data,
        text(r, 40),
        null);
  }

  private static PerfRecord mmap2(MemorySegment r, int misc) {
    String buildId = null;
    if ((misc & MISC_MMAP_BUILD_ID) != 0) {
      int size = Math.min(MAX_BUILD_ID, r.get(ValueLayout.JAVA_BYTE, 40) & 0xff);
      buildId = hex(r, 44, size);
    }
    return new PerfRecord.Mmap(
        r.get(U32, 8),
        r.get(U32, 12),
        r.get(U64, 16),
        r.get(U64, 24),
        r.get(U64, 32),
        (r.get(U32, 64) & PROT_EXEC) != 0,
        text(r, 72),
        buildId);
  }

  private static PerfRecord auxTrace(MemorySegment r, long fileOffset) {
    return new PerfRecord.AuxTrace(
        r.get(U64, 8),
        r.get(U64, 16),
        r.get(U64, 24),
        r.get(U32, 32),
        r.get(U32, 36),
        r.get(U32, 40),
        fileOffset + r.byteSize());
  }

  private static PerfRecord info(MemorySegment r) {
    int count = (int) ((r.byteSize() - 16) / 8);
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = r.get(U64, 16 + 8L * i);
    }
    return new AuxTraceInfo(r.get(U32, 8), numbers);
  }

  /** Newer files give the size of the id, older ones always mean 20 bytes. */
  static PerfRecord buildId(MemorySegment r, int misc) {
    int size = MAX_BUILD_ID;
    if ((misc & 1 << 15) != 0) {
      size = Math.min(MAX_BUILD_ID, r.get(ValueLayout.JAVA_BYTE, 32) & 0xff);
    }
    return new PerfRecord.BuildId(r.get(U32, 8), hex(r, 12, size), text(r, 36));
  }

  private static String hex(MemorySegment r, long at, int size) {
    return HexFormat.of().formatHex(r.asSlice(at, size).toArray(ValueLayout.JAVA_BYTE));
  }

  /** A string that ends with NUL, or with the record. */
  static String text(MemorySegment r, long at) {
    long end = at;
    while (end < r.byteSize() && r.get(ValueLayout.JAVA_BYTE, end) != 0) {
      end++;
    }
    byte[] bytes = r.asSlice(at, end - at).toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
