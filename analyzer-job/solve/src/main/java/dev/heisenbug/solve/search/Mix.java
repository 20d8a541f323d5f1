package dev.heisenbug.solve.search;

/** One good 64-bit hash of a pair, for state fingerprints. */
final class Mix {
  private Mix() {}

  static long of(long a, long b) {
    long h = a * 0x9E3779B97F4A7C15L + b * 0xC2B2AE3D27D4EB4FL + 0x165667B19E3779F9L;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }
}
