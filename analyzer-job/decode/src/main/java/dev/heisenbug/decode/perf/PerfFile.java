package dev.heisenbug.decode.perf;

import static dev.heisenbug.formats.perf.PerfLayout.RECORD_HEADER_SIZE;
import static dev.heisenbug.formats.perf.PerfLayout.RECORD_MISC_AT;
import static dev.heisenbug.formats.perf.PerfLayout.RECORD_SIZE_AT;
import static dev.heisenbug.formats.perf.PerfLayout.U16;
import static dev.heisenbug.formats.perf.PerfLayout.U32;
import static dev.heisenbug.formats.perf.PerfLayout.U64;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.packet.PsbSearch;
import dev.heisenbug.formats.perf.PerfLayout;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a perf.data file, file or pipe mode, record by record without keeping any: its size does
 * not matter. A file that is cut off gives the records before the cut.
 */
public final class PerfFile {
  private final MemorySegment data;
  private final boolean pipe;
  private final List<PerfAttr> attrs = new ArrayList<>();
  private final Map<Long, PerfAttr> byId = new HashMap<>();
  private boolean truncated;

  private PerfFile(MemorySegment data, boolean pipe) {
    this.data = data;
    this.pipe = pipe;
  }

  /** Checks the header of {@code data}. */
  public static PerfFile open(MemorySegment data, String name) {
    if (data.byteSize() == 0) {
      throw new DecodeException(
          DecodeException.Reason.UNSUPPORTED, name + " is empty: there is nothing to decode.");
    }
    if (data.byteSize() < 16 || data.get(U64, 0) != PerfLayout.MAGIC) {
      boolean raw = PsbSearch.forward(data, 0, data.byteSize()) >= 0;
      throw DecodeException.malformed(
          name + " is not a perf.data file" + (raw ? "; name a raw PT trace with --pt." : "."));
    }
    boolean pipe = data.get(U64, PerfLayout.HEADER_SIZE_AT) == PerfLayout.PIPE_HEADER_SIZE;
    if (!pipe && data.byteSize() < PerfLayout.FILE_HEADER_SIZE) {
      throw DecodeException.malformed(name + " is cut off inside its header.");
    }
    return new PerfFile(data, pipe);
  }

  public boolean pipe() {
    return pipe;
  }

  /** Whether the last {@link #read} met the end of the file inside a record. */
  public boolean truncated() {
    return truncated;
  }

  /** Passes every record to the visitor. */
  public void read(PerfVisitor visitor) {
    attrs.clear();
    byId.clear();
    truncated = false;
    try (Decompressor decompressor = new Decompressor()) {
      if (pipe) {
        records(PerfLayout.PIPE_HEADER_SIZE, data.byteSize(), visitor, decompressor);
        return;
      }
      readAttributes(visitor);
      readFeatures(visitor);
      long start = data.get(U64, PerfLayout.DATA_SECTION_AT);
      long size = data.get(U64, PerfLayout.DATA_SECTION_AT + 8);
      if (start < PerfLayout.FILE_HEADER_SIZE || start > data.byteSize() || size < 0) {
        throw DecodeException.malformed("The recording's data section is outside the file.");
      }
      // perf writes the size when it ends; after a crash it is 0 and the data goes to the end.
      long end = size == 0 ? data.byteSize() : start + Math.min(size, data.byteSize() - start);
      truncated = size > data.byteSize() - start;
      records(start, end, visitor, decompressor);
    }
  }

  private void readAttributes(PerfVisitor visitor) {
    long entry = data.get(U64, PerfLayout.ATTR_SIZE_AT);
    long at = data.get(U64, PerfLayout.ATTRS_SECTION_AT);
    long size = data.get(U64, PerfLayout.ATTRS_SECTION_AT + 8);
    if (entry < PerfLayout.ATTR_MIN_SIZE + 16 || entry > 4096 || !inside(at, size)) {
      throw DecodeException.malformed("The recording's event attributes are outside the file.");
    }
    for (long a = at; a + entry <= at + size; a += entry) {
      PerfAttr attr = PerfAttr.read(data.asSlice(a, entry - 16));
      add(attr, visitor);
      long ids = data.get(U64, a + entry - 16);
      long idsSize = data.get(U64, a + entry - 8);
      if (inside(ids, idsSize)) {
        for (long i = 0; i + 8 <= idsSize; i += 8) {
          byId.put(data.get(U64, ids + i), attr);
        }
      }
    }
  }

  private void add(PerfAttr attr, PerfVisitor visitor) {
    attrs.add(attr);
    visitor.record(new PerfRecord.Attribute(attr), SampleId.NONE);
  }

  /** Feature sections follow the data: one offset and size for each bit that is set. */
  private void readFeatures(PerfVisitor visitor) {
    long at =
        data.get(U64, PerfLayout.DATA_SECTION_AT) + data.get(U64, PerfLayout.DATA_SECTION_AT + 8);
    for (int bit = 0; bit < 64 * PerfLayout.FEATURE_WORDS; bit++) {
      long word = data.get(U64, PerfLayout.FEATURES_AT + 8L * (bit / 64));
      if ((word >>> bit % 64 & 1) == 0) {
        continue;
      }
      if (!inside(at, 16)) {
        return;
      }
      long offset = data.get(U64, at);
      long size = data.get(U64, at + 8);
      at += 16;
      if (inside(offset, size)) {
        feature(bit, data.asSlice(offset, size), visitor);
      }
    }
  }

  private static void feature(int bit, MemorySegment section, PerfVisitor visitor) {
    if (bit == PerfLayout.FEATURE_CPUID && section.byteSize() > 4) {
      visitor.record(new PerfRecord.Cpuid(RecordParser.text(section, 4)), SampleId.NONE);
    }
    if (bit != PerfLayout.FEATURE_BUILD_ID) {
      return;
    }
    long at = 0;
    while (at + 36 <= section.byteSize()) {
      int size = section.get(U16, at + RECORD_SIZE_AT) & 0xffff;
      if (size < 36 || at + size > section.byteSize()) {
        return;
      }
      MemorySegment r = section.asSlice(at, size);
      visitor.record(RecordParser.buildId(r, r.get(U16, RECORD_MISC_AT) & 0xffff), SampleId.NONE);
      at += size;
    }
  }

  private void records(long start, long end, PerfVisitor visitor, Decompressor decompressor) {
    long at = start;
    while (at + RECORD_HEADER_SIZE <= end) {
      int size = data.get(U16, at + RECORD_SIZE_AT) & 0xffff;
      if (size < RECORD_HEADER_SIZE) {
        throw DecodeException.malformed(
            "The recording has a record of impossible size at offset " + at + ".");
      }
      if (at + size > end) {
        truncated = true;
        return;
      }
      MemorySegment r = data.asSlice(at, size);
      int type = r.get(U32, 0);
      if (type == PerfLayout.COMPRESSED || type == PerfLayout.COMPRESSED2) {
        decompressor.unpack(payload(r, type), unpacked -> inner(unpacked, visitor));
      } else {
        dispatch(r, at, visitor);
      }
      at += size;
      if (type == PerfLayout.AUXTRACE && size >= 48) {
        long trace = r.get(U64, 8);
        if (trace < 0 || trace > end - at) {
          truncated = true;
          return;
        }
        at += trace;
      }
    }
    truncated |= at != end;
  }

  private static MemorySegment payload(MemorySegment r, int type) {
    if (type == PerfLayout.COMPRESSED) {
      return r.asSlice(RECORD_HEADER_SIZE);
    }
    long size = r.byteSize() < 16 ? -1 : r.get(U64, 8);
    if (size < 0 || size > r.byteSize() - 16) {
      throw DecodeException.malformed("A compressed record of the recording is damaged.");
    }
    return r.asSlice(16, size);
  }

  private long inner(MemorySegment unpacked, PerfVisitor visitor) {
    long at = 0;
    while (at + RECORD_HEADER_SIZE <= unpacked.byteSize()) {
      int size = unpacked.get(U16, at + RECORD_SIZE_AT) & 0xffff;
      if (size < RECORD_HEADER_SIZE) {
        throw DecodeException.malformed("A compressed record holds one of impossible size.");
      }
      if (at + size > unpacked.byteSize()) {
        break;
      }
      dispatch(unpacked.asSlice(at, size), -1, visitor);
      at += size;
    }
    return at;
  }

  private void dispatch(MemorySegment r, long offset, PerfVisitor visitor) {
    int type = r.get(U32, 0);
    if (type == PerfLayout.HEADER_ATTR) {
      headerAttr(r, visitor);
      return;
    }
    if (type == PerfLayout.SAMPLE) {
      visitor.record(new PerfRecord.Other(type, (int) r.byteSize()), SampleId.NONE);
      return;
    }
    SampleId sample = SampleId.NONE;
    MemorySegment body = r;
    PerfAttr attr = type < PerfLayout.FIRST_USER_TYPE ? attrOf(r) : null;
    if (attr != null && attr.sampleIdAll()) {
      SampleIdLayout layout = new SampleIdLayout(attr.sampleType());
      sample = layout.read(r);
      long rest = r.byteSize() - layout.size();
      body = rest >= RECORD_HEADER_SIZE ? r.asSlice(0, rest) : r;
    }
    visitor.record(RecordParser.parse(body, offset), sample);
  }

  private PerfAttr attrOf(MemorySegment r) {
    if (attrs.isEmpty()) {
      return null;
    }
    PerfAttr first = attrs.get(0);
    boolean marked = (first.sampleType() & PerfLayout.SAMPLE_IDENTIFIER) != 0;
    if (marked && attrs.size() > 1 && r.byteSize() >= 16) {
      return byId.getOrDefault(r.get(U64, r.byteSize() - 8), first);
    }
    return first;
  }

  /** A pipe has its attributes among the records: the attribute, then its ids. */
  private void headerAttr(MemorySegment r, PerfVisitor visitor) {
    if (r.byteSize() < RECORD_HEADER_SIZE + PerfLayout.ATTR_MIN_SIZE) {
      throw DecodeException.malformed("An event attribute of the recording is cut off.");
    }
    long size = r.get(U32, RECORD_HEADER_SIZE + PerfLayout.ATTR_OWN_SIZE_AT) & 0xffffffffL;
    if (size < PerfLayout.ATTR_MIN_SIZE || size > r.byteSize() - RECORD_HEADER_SIZE) {
      throw DecodeException.malformed("An event attribute of the recording is damaged.");
    }
    PerfAttr attr = PerfAttr.read(r.asSlice(RECORD_HEADER_SIZE, size));
    add(attr, visitor);
    for (long at = RECORD_HEADER_SIZE + size; at + 8 <= r.byteSize(); at += 8) {
      byId.put(r.get(U64, at), attr);
    }
  }

  private boolean inside(long offset, long size) {
    return offset >= 0 && size >= 0 && offset <= data.byteSize() - size;
  }
}
