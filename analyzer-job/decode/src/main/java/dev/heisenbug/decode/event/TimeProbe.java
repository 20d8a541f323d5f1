package dev.heisenbug.decode.event;

import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;

/**
 * Looks ahead for the first packet that changes the time: the upper end of the window in which
 * everything before the decoder's position ran. The answer is kept until decoding has passed it, so
 * that each packet is looked at once.
 */
public final class TimeProbe {
  /** A trace without timing must not be read to its end over and over. */
  private static final long FARTHEST = 1 << 16;

  private final EventDecoder decoder;
  private final PacketReader reader;
  private final Clock clock;
  private final Packet packet = new Packet();
  private long foundAt = -1;
  private long found = Long.MAX_VALUE;

  TimeProbe(EventDecoder decoder) {
    this.decoder = decoder;
    this.reader = decoder.reader.copy();
    this.clock = new Clock(decoder.options);
  }

  /** The next time after the decoder's position, or Long.MAX_VALUE when none is near. */
  public long next() {
    long here = decoder.offset();
    if (foundAt >= here) {
      return found;
    }
    reader.moveTo(decoder.reader);
    clock.copyFrom(decoder.clock);
    clock.mark();
    long now = clock.time.tsc();
    clock.apply(decoder.packet, false);
    long at = here;
    while (clock.firstNewTime() == now) {
      if (reader.next(packet) != null) {
        return keep(Long.MAX_VALUE, Long.MAX_VALUE);
      }
      at = packet.offset;
      if (at - here > FARTHEST) {
        return keep(at, Long.MAX_VALUE);
      }
      clock.apply(packet, false);
    }
    return keep(at, clock.firstNewTime());
  }

  private long keep(long at, long time) {
    foundAt = at;
    found = time;
    return time;
  }
}
