package dev.heisenbug.decode.image;

import dev.heisenbug.decode.DecodeException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The part of an ELF file that decoding needs: loadable segments and the build id, 32- or 64-bit,
 * x86 only. Every offset is checked, because the file may be anything.
 */
public final class ElfFile {
  private static final ValueLayout.OfShort U16 = le(ValueLayout.JAVA_SHORT_UNALIGNED);
  private static final ValueLayout.OfInt U32 = le(ValueLayout.JAVA_INT_UNALIGNED);
  private static final ValueLayout.OfLong U64 = le(ValueLayout.JAVA_LONG_UNALIGNED);
  private static final int PT_LOAD = 1;
  private static final int PT_NOTE = 4;
  private static final int NT_GNU_BUILD_ID = 3;
  private static final int MAX_PROGRAM_HEADERS = 0xffff;

  private final MemorySegment data;
  private final String name;
  private final boolean wide;
  private final int type;
  private final List<Segment> segments = new ArrayList<>();
  private String buildId;

  /** A program header. */
  public record Segment(int type, int flags, long offset, long vaddr, long fileSize, long memSize) {
    public boolean executable() {
      return (flags & 1) != 0;
    }
  }

  private static ValueLayout.OfShort le(ValueLayout.OfShort l) {
    return l.withOrder(ByteOrder.LITTLE_ENDIAN);
  }

  private static ValueLayout.OfInt le(ValueLayout.OfInt l) {
    return l.withOrder(ByteOrder.LITTLE_ENDIAN);
  }

  private static ValueLayout.OfLong le(ValueLayout.OfLong l) {
    return l.withOrder(ByteOrder.LITTLE_ENDIAN);
  }

  private ElfFile(MemorySegment data, String name) {
    this.data = data;
    this.name = name;
    if (data.byteSize() < 52 || data.get(U32, 0) != 0x464c457f) {
      throw DecodeException.malformed(name + " is not an ELF file.");
    }
    int wordClass = data.get(ValueLayout.JAVA_BYTE, 4);
    int order = data.get(ValueLayout.JAVA_BYTE, 5);
    if (wordClass != 1 && wordClass != 2 || order != 1) {
      throw DecodeException.malformed(name + " is not a little-endian 32- or 64-bit ELF file.");
    }
    this.wide = wordClass == 2;
    this.type = data.get(U16, 16) & 0xffff;
    int machine = data.get(U16, 18) & 0xffff;
    if (machine != 62 && machine != 3) {
      throw new DecodeException(
          DecodeException.Reason.UNSUPPORTED,
          name + " is not x86 code (ELF machine " + machine + ").");
    }
    readSegments();
  }

  /** Parses the headers of {@code data}. */
  public static ElfFile parse(MemorySegment data, String name) {
    return new ElfFile(data, name);
  }

  public static boolean looksLikeElf(MemorySegment data) {
    return data.byteSize() >= 52 && data.get(U32, 0) == 0x464c457f;
  }

  /** Whether this is a core dump. */
  public boolean core() {
    return type == 4;
  }

  /** Whether it can be loaded at any address. */
  public boolean positionIndependent() {
    return type == 3;
  }

  public List<Segment> segments() {
    return segments;
  }

  public Optional<String> buildId() {
    return Optional.ofNullable(buildId);
  }

  /** The lowest address of a loadable segment, rounded down to a page. */
  public long base() {
    return loadable().stream().mapToLong(Segment::vaddr).min().orElse(0) & ~0xfffL;
  }

  public List<Segment> loadable() {
    return segments.stream().filter(s -> s.type() == PT_LOAD).toList();
  }

  /** The bytes of a segment that are in the file; null when there are none. */
  public MemorySegment content(Segment s) {
    return s.fileSize() == 0 ? null : data.asSlice(s.offset(), s.fileSize());
  }

  /** Puts every loadable segment into the image, moved by {@code bias}. */
  public void addTo(Image image, long bias) {
    for (Segment s : loadable()) {
      MemorySegment bytes = content(s);
      if (bytes != null) {
        image.add(new Section(s.vaddr() + bias, s.fileSize(), bytes, name));
      }
    }
  }

  private void readSegments() {
    if (wide && data.byteSize() < 64) {
      throw DecodeException.malformed(name + " is cut off inside its ELF header.");
    }
    long table = wide ? data.get(U64, 32) : data.get(U32, 28) & 0xffffffffL;
    int entry = data.get(U16, wide ? 54 : 42) & 0xffff;
    int count = data.get(U16, wide ? 56 : 44) & 0xffff;
    if (count == 0) {
      return;
    }
    if (count == MAX_PROGRAM_HEADERS) {
      count = extendedCount();
    }
    int needed = wide ? 56 : 32;
    if (entry < needed || !inside(table, (long) entry * count)) {
      throw DecodeException.malformed(name + " has program headers outside the file.");
    }
    for (int i = 0; i < count; i++) {
      Segment s = segment(table + (long) i * entry);
      segments.add(s);
      if (s.type() == PT_NOTE) {
        readNotes(s);
      }
    }
  }

  /** More headers than fit 16 bits: the number is in the first section header. */
  private int extendedCount() {
    long section = wide ? data.get(U64, 40) : data.get(U32, 32) & 0xffffffffL;
    long field = section + (wide ? 44 : 28);
    if (!inside(section, wide ? 64 : 40)) {
      throw DecodeException.malformed(name + " has its segment count outside the file.");
    }
    int count = data.get(U32, field);
    if (count < 0) {
      throw DecodeException.malformed(name + " has an impossible number of segments.");
    }
    return count;
  }

  private Segment segment(long at) {
    int kind = data.get(U32, at);
    if (wide) {
      return checked(
          new Segment(
              kind,
              data.get(U32, at + 4),
              data.get(U64, at + 8),
              data.get(U64, at + 16),
              data.get(U64, at + 32),
              data.get(U64, at + 40)));
    }
    return checked(
        new Segment(
            kind,
            data.get(U32, at + 24),
            data.get(U32, at + 4) & 0xffffffffL,
            data.get(U32, at + 8) & 0xffffffffL,
            data.get(U32, at + 16) & 0xffffffffL,
            data.get(U32, at + 20) & 0xffffffffL));
  }

  /** A segment that reaches beyond the file (a cut core dump) keeps the part that is there. */
  private Segment checked(Segment s) {
    if (inside(s.offset(), s.fileSize())) {
      return s;
    }
    long there = s.offset() < 0 ? 0 : Math.max(0, data.byteSize() - s.offset());
    long size = s.fileSize() < 0 ? 0 : Math.min(there, s.fileSize());
    long offset = size == 0 ? 0 : s.offset();
    return new Segment(s.type(), s.flags(), offset, s.vaddr(), size, s.memSize());
  }

  private void readNotes(Segment s) {
    long at = s.offset();
    long end = s.offset() + s.fileSize();
    while (buildId == null && at + 12 <= end) {
      long nameSize = data.get(U32, at) & 0xffffffffL;
      long descSize = data.get(U32, at + 4) & 0xffffffffL;
      int kind = data.get(U32, at + 8);
      long desc = at + 12 + (nameSize + 3 & ~3L);
      if (desc + descSize > end) {
        return;
      }
      boolean gnu = nameSize == 4 && data.get(U32, at + 12) == 0x00554e47;
      if (gnu && kind == NT_GNU_BUILD_ID && descSize <= 64) {
        byte[] id = data.asSlice(desc, descSize).toArray(ValueLayout.JAVA_BYTE);
        buildId = HexFormat.of().formatHex(id);
      }
      at = desc + (descSize + 3 & ~3L);
    }
  }

  private boolean inside(long offset, long size) {
    return offset >= 0 && size >= 0 && offset <= data.byteSize() - size;
  }
}
