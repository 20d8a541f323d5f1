package dev.heisenbug.decode.event;

/**
 * The best lower bound of the TSC at the current packet. TSC packets give it whole; MTC and TMA
 * carry it on in crystal ticks; CYC in core cycles. Impossible values are counted as lost packets,
 * never reported as an error: the next TSC sets things right.
 */
public final class TimeTracker {
  private static final int TMA_CTC_BITS = 16;
  private static final long TMA_CTC_MASK = 0xffff;

  private final TimeConfig config;
  private long tsc;
  private long base;
  private long fc;
  private long ctc;
  private long ctcCyc;
  private int lostMtc;
  private int lostCyc;
  private boolean haveTsc;
  private boolean haveTma;
  private boolean haveMtc;

  public TimeTracker(TimeConfig config) {
    this.config = config;
  }

  void reset() {
    tsc = 0;
    base = 0;
    fc = 0;
    ctc = 0;
    ctcCyc = 0;
    lostMtc = 0;
    lostCyc = 0;
    haveTsc = false;
    haveTma = false;
    haveMtc = false;
  }

  void copyFrom(TimeTracker o) {
    tsc = o.tsc;
    base = o.base;
    fc = o.fc;
    ctc = o.ctc;
    ctcCyc = o.ctcCyc;
    lostMtc = o.lostMtc;
    lostCyc = o.lostCyc;
    haveTsc = o.haveTsc;
    haveTma = o.haveTma;
    haveMtc = o.haveMtc;
  }

  /** The estimate; relative to an unknown start while {@link #known()} is false. */
  public long tsc() {
    return tsc;
  }

  /** Whether a TSC packet has been seen. */
  public boolean known() {
    return haveTsc;
  }

  public int lostMtc() {
    return lostMtc;
  }

  public int lostCyc() {
    return lostCyc;
  }

  public void tsc(long value) {
    haveTsc = true;
    haveTma = false;
    haveMtc = false;
    tsc = value;
    base = value;
    ctc = 0;
    fc = 0;
    lostMtc = 0;
    lostCyc = 0;
  }

  /** False when the packet makes no sense here. */
  public boolean tma(int tmaCtc, int tmaFc) {
    if (!haveTsc || haveTma) {
      return false;
    }
    int high = config.mtcFreq() + 8;
    haveTma = true;
    base -= tmaFc;
    fc += tmaFc;
    // With few enough MTC bits the TMA tells all of them and serves as an MTC.
    if (high <= TMA_CTC_BITS) {
      haveMtc = true;
    }
    ctc = tmaCtc & ((1L << high) - 1);
    ctcCyc = ctc;
    return true;
  }

  public void mtc(int payload) {
    // MTCs between TSC and TMA are left out; those after it make up for them.
    if (haveTsc && !haveTma) {
      return;
    }
    long last = ctc;
    boolean first = !haveMtc;
    long now = (long) payload << config.mtcFreq();
    if (fc != 0 || lostCyc != 0 || first) {
      ctcCyc = now;
    }
    haveMtc = true;
    fc = 0;
    ctc = now;
    lostCyc = 0;
    if (first) {
      if (!haveTma) {
        return;
      }
      last |= missingHighBits(now, last);
    }
    long delta = ctcDelta(now, last, config);
    if (delta < 0) {
      lostMtc++;
      return;
    }
    long ticks = ctcToFastCounter(delta, config);
    if (ticks < 0) {
      return;
    }
    base += ticks;
    tsc = base;
  }

  /** The CTC bits a TMA does not carry, taken from the MTC after it. */
  private long missingHighBits(long now, long last) {
    long low = now & TMA_CTC_MASK;
    long high = now & ~TMA_CTC_MASK;
    if (low < last) {
      high -= 1L << TMA_CTC_BITS;
      high &= 0xffL << config.mtcFreq();
    }
    return high;
  }

  public void cyc(long cycles, long ratio) {
    if (ratio == 0) {
      lostCyc++;
      return;
    }
    long mine = cycles;
    if (fc == 0) {
      mine = withoutEarlierPeriods(cycles, ratio);
      if (mine < 0) {
        return;
      }
    }
    fc += mine * ratio >>> CycleCalibration.SHIFT;
    tsc = base + fc;
  }

  /** A CYC may span several MTC periods; the part of the earlier ones is taken off. */
  private long withoutEarlierPeriods(long cycles, long ratio) {
    if (ctc == ctcCyc) {
      return cycles;
    }
    long delta = ctcDelta(ctc, ctcCyc, config);
    long ticks = delta < 0 ? -1 : ctcToFastCounter(delta, config);
    if (ticks < 0) {
      return -1;
    }
    long earlier = Long.divideUnsigned(ticks << CycleCalibration.SHIFT, ratio);
    return Long.compareUnsigned(cycles, earlier) < 0 ? 0 : cycles - earlier;
  }

  /** CTC ticks from {@code last} to {@code now} with at most one wrap, or -1. */
  static long ctcDelta(long now, long last, TimeConfig config) {
    long n = now;
    if (n < last) {
      n += 1L << (config.mtcFreq() + 8);
      if (n < last) {
        return -1;
      }
    }
    return n - last;
  }

  /** Crystal ticks as TSC ticks, or -1 when CPUID leaf 15H is not known. */
  static long ctcToFastCounter(long ticks, TimeConfig config) {
    if (config.cpuid15Eax() == 0 || config.cpuid15Ebx() == 0) {
      return -1;
    }
    return ticks * config.cpuid15Ebx() / config.cpuid15Eax();
  }
}
