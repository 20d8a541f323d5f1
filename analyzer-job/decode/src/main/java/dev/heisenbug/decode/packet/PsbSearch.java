package dev.heisenbug.decode.packet;

import dev.heisenbug.formats.pt.Opcodes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Finds PSB packets: the only places where decoding can start. */
public final class PsbSearch {
  private PsbSearch() {}

  /**
   * The first PSB at or after {@code from} that ends at or before {@code end}, or -1. In a run of
   * PSBs without a byte between them it is the last one, as in libipt: the earlier ones say
   * nothing.
   */
  public static long forward(MemorySegment data, long from, long end) {
    long pos = Math.max(0, from);
    while (pos + Opcodes.PSB_SIZE <= end) {
      // Any PSB that starts in [pos, pos + 16) has a pattern byte at pos + 15.
      int probe = at(data, pos + Opcodes.PSB_SIZE - 1);
      if (probe != 0x82 && probe != 0x02) {
        pos += Opcodes.PSB_SIZE;
        continue;
      }
      if (isPsb(data, pos, end)) {
        return lastOfRun(data, pos, end);
      }
      pos++;
    }
    return -1;
  }

  private static long lastOfRun(MemorySegment data, long psb, long end) {
    long tail = psb + Opcodes.PSB_SIZE;
    while (tail + 2 <= end && at(data, tail) == 0x02 && at(data, tail + 1) == 0x82) {
      tail += 2;
    }
    return tail - Opcodes.PSB_SIZE;
  }

  /** Whether a whole PSB is at {@code pos}. */
  public static boolean isPsb(MemorySegment data, long pos, long end) {
    if (pos < 0 || pos + Opcodes.PSB_SIZE > end) {
      return false;
    }
    for (int i = 0; i < Opcodes.PSB_SIZE; i += 2) {
      if (at(data, pos + i) != 0x02 || at(data, pos + i + 1) != 0x82) {
        return false;
      }
    }
    return true;
  }

  private static int at(MemorySegment data, long pos) {
    return data.get(ValueLayout.JAVA_BYTE, pos) & 0xff;
  }
}
