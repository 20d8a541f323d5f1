package dev.heisenbug.decode.fuzz;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Damages inputs: flips bits, overwrites, cuts, repeats and inserts, by a fixed seed. */
final class Mutator {
  private final SplittableRandom random;

  Mutator(long seed) {
    this.random = new SplittableRandom(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  byte[] mutate(byte[] original) {
    byte[] b = original.clone();
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes && b.length > 2; i++) {
      b = change(b);
    }
    return b;
  }

  private byte[] change(byte[] b) {
    int at = random.nextInt(b.length);
    switch (random.nextInt(7)) {
      case 0, 1 -> b[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> b[at] = (byte) random.nextInt();
      case 3 -> {
        byte[] extremes = {0, -1, 1, 0x7f, (byte) 0x80, 2, (byte) 0x82};
        byte v = extremes[random.nextInt(extremes.length)];
        Arrays.fill(b, at, Math.min(b.length, at + 1 + random.nextInt(8)), v);
      }
      case 4 -> {
        return Arrays.copyOf(b, at + 1);
      }
      case 5 -> {
        int n = Math.min(b.length - at, 1 + random.nextInt(16));
        byte[] shorter = new byte[b.length - n];
        System.arraycopy(b, 0, shorter, 0, at);
        System.arraycopy(b, at + n, shorter, at, b.length - at - n);
        return shorter;
      }
      default -> {
        int n = Math.min(b.length - at, 1 + random.nextInt(32));
        byte[] longer = new byte[b.length + n];
        System.arraycopy(b, 0, longer, 0, at + n);
        System.arraycopy(b, at, longer, at + n, b.length - at);
        return longer;
      }
    }
    return b;
  }
}
