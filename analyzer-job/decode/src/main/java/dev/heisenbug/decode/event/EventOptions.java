package dev.heisenbug.decode.event;

import dev.heisenbug.decode.packet.Errata;

/**
 * What the event layer needs to know of the recording machine and of its caller's wishes.
 *
 * @param interruptFlagEvents report changes of RFLAGS.IF
 * @param keepCalibrationOnOverflow trust the measured cycle ratio across an overflow
 */
public record EventOptions(
    Errata errata,
    TimeConfig time,
    boolean interruptFlagEvents,
    boolean keepCalibrationOnOverflow) {
  public static EventOptions of(Errata errata, TimeConfig time) {
    return new EventOptions(errata, time, false, false);
  }
}
