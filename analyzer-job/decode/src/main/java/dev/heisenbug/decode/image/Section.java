package dev.heisenbug.decode.image;

import java.lang.foreign.MemorySegment;

/**
 * A range of code memory and where its bytes are.
 *
 * @param start first address
 * @param size number of bytes; {@code data} has exactly that many
 * @param name what it came from, for people
 */
public record Section(long start, long size, MemorySegment data, String name) {
  public Section {
    if (data.byteSize() != size) {
      data = data.asSlice(0, size);
    }
  }

  /** One past the last address; may wrap to 0 at the top of memory. */
  public long end() {
    return start + size;
  }

  boolean contains(long address) {
    return Long.compareUnsigned(address - start, size) < 0;
  }

  Section slice(long from, long length) {
    return new Section(from, length, data.asSlice(from - start, length), name);
  }
}
