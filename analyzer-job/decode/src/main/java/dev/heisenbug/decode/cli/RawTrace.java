package dev.heisenbug.decode.cli;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.flow.FlowDecoder;
import dev.heisenbug.decode.flow.FlowOptions;
import dev.heisenbug.decode.flow.FlowSink;
import dev.heisenbug.decode.flow.ParallelDecoder;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.packet.PsbSearch;
import dev.heisenbug.formats.pt.Opcodes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** A file of PT packets and nothing else, or a part of it. */
record RawTrace(Path file, MemorySegment data, long from, long to) {
  private static final long WORTH_SPLITTING = 1 << 20;

  static RawTrace open(String text, Arena arena) {
    FileSpec spec = FileSpec.parse(text, 1);
    MemorySegment data = MappedFile.map(spec.file(), arena);
    long from = 0;
    long to = data.byteSize();
    if (!spec.fields().isEmpty()) {
      String range = spec.fields().get(0);
      int dash = range.indexOf('-');
      from = Numbers.parse(dash < 0 ? range : range.substring(0, dash), "--pt");
      if (dash >= 0 && dash + 1 < range.length()) {
        to = Numbers.parse(range.substring(dash + 1), "--pt");
      }
    }
    if (from < 0 || to < from || to > data.byteSize()) {
      throw new DecodeException(
          Reason.USAGE,
          "--pt " + text + " is outside the file, which has " + data.byteSize() + " bytes.");
    }
    return new RawTrace(spec.file(), data.asSlice(from, to - from), from, to);
  }

  boolean hasSync() {
    return PsbSearch.forward(data, 0, data.byteSize()) >= 0;
  }

  /** Decodes on {@code jobs} cores if the trace is long enough for that to pay. */
  void decode(EventOptions options, Image image, FlowSink sink, int jobs) {
    if (jobs > 1 && data.byteSize() >= WORTH_SPLITTING && !image.hasBreakpoints()) {
      new ParallelDecoder(data, FlowOptions.of(options), image, sink, jobs).run();
    } else {
      decode(options, new BlockCache(image), sink, false);
    }
  }

  void decode(EventOptions options, BlockCache cache, FlowSink sink, boolean blockwise) {
    if (!blockwise) {
      new FlowDecoder(data, 0, data.byteSize(), FlowOptions.of(options), cache, sink).run();
      return;
    }
    long psb = PsbSearch.forward(data, 0, data.byteSize());
    while (psb >= 0) {
      long next = PsbSearch.forward(data, psb + Opcodes.PSB_SIZE, data.byteSize());
      long end = next < 0 ? data.byteSize() : next;
      new FlowDecoder(data, psb, end, FlowOptions.of(options), cache, sink).run();
      psb = next;
    }
  }
}
