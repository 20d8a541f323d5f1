package dev.heisenbug.decode.image;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The functions of a 64-bit ELF file, from its symbol tables. */
public final class ElfSymbols {
  private static final ValueLayout.OfShort U16 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt U32 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong U64 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int SHT_SYMTAB = 2;
  private static final int SHT_DYNSYM = 11;
  private static final int STT_FUNC = 2;
  private static final int SYMBOL_SIZE = 24;

  private ElfSymbols() {}

  /** Start addresses of all functions with a size, in order. */
  public static long[] functions(MemorySegment elf) {
    if (!ElfFile.looksLikeElf(elf) || elf.byteSize() < 64) {
      return new long[0];
    }
    long table = elf.get(U64, 40);
    int entry = elf.get(U16, 58) & 0xffff;
    int count = elf.get(U16, 60) & 0xffff;
    long[] found = new long[16];
    int n = 0;
    for (int i = 0; i < count && entry >= 64; i++) {
      long header = table + (long) i * entry;
      if (header < 0 || header > elf.byteSize() - 64) {
        break;
      }
      int type = elf.get(U32, header + 4);
      if (type != SHT_SYMTAB && type != SHT_DYNSYM) {
        continue;
      }
      long at = elf.get(U64, header + 24);
      long size = elf.get(U64, header + 32);
      if (at < 0 || size < 0 || at > elf.byteSize() - size) {
        continue;
      }
      for (long s = at; s + SYMBOL_SIZE <= at + size; s += SYMBOL_SIZE) {
        boolean function = (elf.get(ValueLayout.JAVA_BYTE, s + 4) & 0xf) == STT_FUNC;
        long value = elf.get(U64, s + 8);
        if (function && value != 0 && elf.get(U64, s + 16) > 0) {
          found = n == found.length ? Arrays.copyOf(found, 2 * n) : found;
          found[n++] = value;
        }
      }
    }
    return Arrays.stream(found, 0, n).sorted().distinct().toArray();
  }
}
