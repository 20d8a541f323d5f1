package dev.heisenbug.decode.event;

/**
 * How many TSC ticks a core cycle has, in 1/256: from the core:bus ratio, or measured between two
 * MTCs, or between the TSCs of two PSB+.
 */
public final class CycleCalibration {
  static final int SHIFT = 8;

  private final TimeConfig config;
  private final boolean skl168;
  private long ratio;
  private boolean known;
  private long tsc;
  private long cyclesSinceTsc;
  private long cyclesSinceMtc;
  private long ctc;
  private boolean haveMtc;
  private boolean checkSkl168;

  public CycleCalibration(TimeConfig config, boolean skl168) {
    this.config = config;
    this.skl168 = skl168;
  }

  /** Forgets what was measured. */
  public void reset() {
    ratio = 0;
    known = false;
    tsc = 0;
    cyclesSinceTsc = 0;
    cyclesSinceMtc = 0;
    ctc = 0;
    haveMtc = false;
    checkSkl168 = false;
  }

  void copyFrom(CycleCalibration o) {
    ratio = o.ratio;
    known = o.known;
    tsc = o.tsc;
    cyclesSinceTsc = o.cyclesSinceTsc;
    cyclesSinceMtc = o.cyclesSinceMtc;
    ctc = o.ctc;
    haveMtc = o.haveMtc;
    checkSkl168 = o.checkSkl168;
  }

  /** TSC ticks per cycle times 256, or 0 when not known yet. */
  public long ratio() {
    return known ? ratio : 0;
  }

  private void set(long value) {
    ratio = value;
    known = true;
  }

  public void psb() {
    checkSkl168 = skl168;
  }

  /** A TSC outside PSB+ may come after lost time: it only starts a new measurement. */
  public void tsc(long value) {
    tsc = value;
    cyclesSinceTsc = 0;
  }

  public void headerTsc(long value) {
    long last = tsc;
    long cycles = cyclesSinceTsc;
    tsc = value;
    cyclesSinceTsc = 0;
    if (last == 0 || cycles == 0 || haveMtc) {
      return;
    }
    long now = value;
    if (Long.compareUnsigned(now, last) < 0) {
      now += 1L << 56;
      if (Long.compareUnsigned(now, last) < 0) {
        return;
      }
    }
    long delta = now - last;
    if (delta >>> (64 - SHIFT) != 0) {
      return;
    }
    set(Long.divideUnsigned(delta << SHIFT, cycles));
  }

  /** A CBR outside PSB+ is a change of frequency: what was measured no longer holds. */
  public void cbr(int cbr) {
    reset();
    headerCbr(cbr);
  }

  public void headerCbr(int cbr) {
    if (config.nomFreq() == 0 || cbr == 0) {
      return;
    }
    set(((long) config.nomFreq() << SHIFT) / cbr);
  }

  public void mtc(int payload) {
    long last = ctc;
    long cycles = cyclesSinceMtc;
    boolean check = checkSkl168;
    checkSkl168 = false;
    long now = (long) payload << config.mtcFreq();
    if (!haveMtc) {
      cyclesSinceMtc = 0;
      ctc = now;
      haveMtc = true;
      return;
    }
    if (cycles == 0) {
      return;
    }
    cyclesSinceMtc = 0;
    ctc = now;
    long delta = TimeTracker.ctcDelta(now, last, config);
    if (delta < 0) {
      return;
    }
    long fc = TimeTracker.ctcToFastCounter(delta, config);
    if (fc < 0 || fc >>> (64 - SHIFT) != 0) {
      return;
    }
    long measured = Long.divideUnsigned(fc << SHIFT, cycles);
    if (check && cyclePacketLost(delta, cycles, fc)) {
      return;
    }
    set(measured);
  }

  /** SKL168: a CYC right before PSB may be missing; then this MTC period cannot be measured. */
  private boolean cyclePacketLost(long ctcDelta, long cycles, long fc) {
    if (1L << config.mtcFreq() < ctcDelta) {
      return true;
    }
    if (config.mtcFreq() >= 10 || !known) {
      return false;
    }
    long withWrap = ratio * (cycles + 0xf00) >>> SHIFT;
    return Long.compareUnsigned(withWrap, fc) < 0;
  }

  public void cyc(long cycles) {
    cyclesSinceMtc += cycles;
    cyclesSinceTsc += cycles;
  }

  void overflow() {
    tsc = 0;
    cyclesSinceTsc = 0;
    cyclesSinceMtc = 0;
    ctc = 0;
    haveMtc = false;
  }
}
