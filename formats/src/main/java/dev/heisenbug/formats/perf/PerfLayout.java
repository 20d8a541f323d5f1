package dev.heisenbug.formats.perf;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Where everything is in a perf.data file (Linux {@code tools/perf/Documentation/perf.data-file-
 * format.txt} and {@code perf_event_open(2)}): the one place for readers and writers.
 */
public final class PerfLayout {
  public static final ValueLayout.OfShort U16 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfInt U32 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfLong U64 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** "PERFILE2", read as a little-endian number. */
  public static final long MAGIC = 0x32454c4946524550L;

  /** Header of a file: magic, size, attribute size, sections attrs, data, event types, features. */
  public static final int FILE_HEADER_SIZE = 104;

  /** Header of a pipe: magic and this size. */
  public static final int PIPE_HEADER_SIZE = 16;

  public static final int HEADER_SIZE_AT = 8;
  public static final int ATTR_SIZE_AT = 16;
  public static final int ATTRS_SECTION_AT = 24;
  public static final int DATA_SECTION_AT = 40;
  public static final int FEATURES_AT = 72;
  public static final int FEATURE_WORDS = 4;

  public static final int FEATURE_BUILD_ID = 2;
  public static final int FEATURE_CPUID = 9;

  /** Where the AUXTRACE records are, without which perf does not find them in a file. */
  public static final int FEATURE_AUXTRACE = 18;

  /** Within perf_event_attr. */
  public static final int ATTR_TYPE_AT = 0;

  public static final int ATTR_OWN_SIZE_AT = 4;
  public static final int ATTR_CONFIG_AT = 8;
  public static final int ATTR_SAMPLE_TYPE_AT = 24;
  public static final int ATTR_FLAGS_AT = 40;
  public static final int ATTR_MIN_SIZE = 64;
  public static final long ATTR_SAMPLE_ID_ALL = 1L << 18;

  /** Every record begins with type (u32), misc (u16) and size (u16). */
  public static final int RECORD_HEADER_SIZE = 8;

  public static final int RECORD_MISC_AT = 4;
  public static final int RECORD_SIZE_AT = 6;

  public static final int MMAP = 1;
  public static final int LOST = 2;
  public static final int COMM = 3;
  public static final int EXIT = 4;
  public static final int FORK = 7;
  public static final int SAMPLE = 9;
  public static final int MMAP2 = 10;
  public static final int AUX = 11;
  public static final int ITRACE_START = 12;
  public static final int LOST_SAMPLES = 13;
  public static final int SWITCH = 14;
  public static final int SWITCH_CPU_WIDE = 15;

  /** From here on records are made by perf itself and carry no sample id. */
  public static final int FIRST_USER_TYPE = 64;

  public static final int HEADER_ATTR = 64;
  public static final int HEADER_BUILD_ID = 67;
  public static final int FINISHED_ROUND = 68;
  public static final int AUXTRACE_INFO = 70;
  public static final int AUXTRACE = 71;
  public static final int TIME_CONV = 79;
  public static final int HEADER_FEATURE = 80;
  public static final int COMPRESSED = 81;
  public static final int COMPRESSED2 = 83;

  public static final int MISC_COMM_EXEC = 1 << 13;
  public static final int MISC_SWITCH_OUT = 1 << 13;
  public static final int MISC_SWITCH_PREEMPT = 1 << 14;
  public static final int MISC_MMAP_BUILD_ID = 1 << 14;

  public static final long SAMPLE_TID = 1 << 1;
  public static final long SAMPLE_TIME = 1 << 2;
  public static final long SAMPLE_ID = 1 << 6;
  public static final long SAMPLE_CPU = 1 << 7;
  public static final long SAMPLE_STREAM_ID = 1 << 9;
  public static final long SAMPLE_IDENTIFIER = 1 << 16;

  public static final int AUX_TRUNCATED = 1;
  public static final int AUX_OVERWRITE = 2;

  public static final int AUXTRACE_INTEL_PT = 1;

  /** Indices into the numbers of an AUXTRACE_INFO of intel_pt. */
  public static final int PT_PMU_TYPE = 0;

  public static final int PT_TIME_SHIFT = 1;
  public static final int PT_TIME_MULT = 2;
  public static final int PT_TIME_ZERO = 3;
  public static final int PT_CAP_TIME_ZERO = 4;
  public static final int PT_SNAPSHOT_MODE = 8;
  public static final int PT_PER_CPU_MMAPS = 9;
  public static final int PT_MTC_FREQ_BITS = 11;
  public static final int PT_TSC_CTC_N = 12;
  public static final int PT_TSC_CTC_D = 13;
  public static final int PT_MAX_NONTURBO_RATIO = 15;

  private PerfLayout() {}
}
