package dev.heisenbug.decode.event;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;

/** Time and cycle calibration as one thing that can be fed packets, copied and put back. */
final class Clock {
  final TimeTracker time;
  final CycleCalibration calibration;
  private long marked;
  private long firstNew;

  Clock(EventOptions options) {
    time = new TimeTracker(options.time());
    calibration = new CycleCalibration(options.time(), options.errata().skl168());
  }

  void reset() {
    time.reset();
    calibration.reset();
  }

  void copyFrom(Clock o) {
    time.copyFrom(o.time);
    calibration.copyFrom(o.calibration);
  }

  /** From here on the first change of time is remembered. */
  void mark() {
    marked = time.tsc();
    firstNew = marked;
  }

  long firstNewTime() {
    return firstNew;
  }

  /** Feeds a timing packet; packets of other types are ignored. */
  PtError apply(Packet p, boolean header) {
    PtError e = feed(p, header);
    if (firstNew == marked) {
      firstNew = time.tsc();
    }
    return e;
  }

  private PtError feed(Packet p, boolean header) {
    switch (p.type) {
      case TSC -> tsc(p.value, header);
      case CBR -> {
        return cbr((int) p.value, header);
      }
      case TMA -> {
        return time.tma((int) p.value, p.aux) ? null : PtError.BAD_CONTEXT;
      }
      case MTC -> {
        calibration.mtc((int) p.value);
        time.mtc((int) p.value);
      }
      case CYC -> {
        calibration.cyc(p.value);
        time.cyc(p.value, calibration.ratio());
      }
      default -> {}
    }
    return null;
  }

  private void tsc(long value, boolean header) {
    if (header) {
      calibration.headerTsc(value);
    } else {
      calibration.tsc(value);
    }
    time.tsc(value);
  }

  private PtError cbr(int ratio, boolean header) {
    if (header) {
      calibration.headerCbr(ratio);
    } else {
      calibration.cbr(ratio);
    }
    return ratio == 0 ? PtError.BAD_PACKET : null;
  }

  /** Stamps an event with the time at the current packet. */
  void stamp(PtEvent ev) {
    ev.tsc = time.tsc();
    ev.lostMtc = time.lostMtc();
    ev.lostCyc = time.lostCyc();
    ev.hasTsc = time.known();
  }
}
