package dev.heisenbug.formats.x86;

/**
 * Length and branch class of x86 instructions in 16-, 32- and 64-bit code: all that following a
 * trace takes. The only Capstone on Maven Central for Java is built without x86, and a decoder that
 * depends on an installed package would give other results on other machines; so the lengths come
 * from {@link LengthTable}, and the tests compare them with Capstone and binutils. Not thread-safe.
 */
public final class InsnDecoder {
  /** No x86 instruction is longer. */
  public static final int MAX_SIZE = 15;

  private final Prefixes prefixes = new Prefixes();

  /** Decodes the first instruction of {@code code}; false when there is none. */
  public boolean decode(byte[] code, int available, int bits, Insn into) {
    int length = Math.min(available, MAX_SIZE);
    boolean bits64 = bits == 64;
    prefixes.scan(code, length, bits64);
    into.size = LengthTable.length(prefixes, code, length, bits);
    if (into.size == 0) {
      return false;
    }
    into.kind = Classifier.classify(prefixes, code, length, bits64);
    into.displacement =
        switch (into.kind) {
          case CONDITIONAL, JUMP, CALL -> displacement(code, prefixes.opcodeAt + 1, into.size);
          default -> 0;
        };
    return true;
  }

  private static long displacement(byte[] code, int from, int to) {
    long value = 0;
    for (int i = to - 1; i >= from; i--) {
      value = value << 8 | code[i] & 0xff;
    }
    int unused = 64 - 8 * (to - from);
    return value << unused >> unused;
  }
}
