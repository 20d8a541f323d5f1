package dev.heisenbug.decode.cli;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.image.PageDump;
import dev.heisenbug.decode.image.Section;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say where the traced code is. */
final class ImageOptions {
  @Option(
      names = "--elf",
      paramLabel = "FILE[:BIAS]",
      description = "program or library; BIAS is added to its addresses")
  List<String> elf = List.of();

  @Option(names = "--core", paramLabel = "FILE", description = "core dump (also has the vdso)")
  List<Path> core = List.of();

  @Option(
      names = "--raw",
      paramLabel = "FILE:VADDR[:OFF[:LEN]]",
      description = "plain code bytes at an address")
  List<String> raw = List.of();

  @Option(
      names = "--pages",
      paramLabel = "ADDRS:DUMP",
      description = "saved pages: a list of 8-byte addresses, and the pages")
  List<String> pages = List.of();

  @Option(
      names = "--bp",
      paramLabel = "ADDR",
      description = "a breakpoint instruction stood here until it was hit once")
  List<String> breakpoints = List.of();

  boolean isEmpty() {
    return elf.isEmpty() && core.isEmpty() && raw.isEmpty() && pages.isEmpty();
  }

  Image load(Arena arena) {
    Image image = new Image();
    core.forEach(f -> addCore(image, f, arena));
    elf.forEach(s -> addElf(image, s, arena));
    pages.forEach(s -> addPages(image, s, arena));
    raw.forEach(s -> addRaw(image, s, arena));
    breakpoints.forEach(b -> image.addBreakpoint(Numbers.parse(b, "--bp")));
    return image;
  }

  private static void addElf(Image image, String text, Arena arena) {
    FileSpec spec = FileSpec.parse(text, 1);
    long bias = spec.fields().isEmpty() ? 0 : Numbers.parse(spec.fields().get(0), "--elf");
    ElfFile.parse(MappedFile.map(spec.file(), arena), spec.file().toString()).addTo(image, bias);
  }

  private static void addCore(Image image, Path file, Arena arena) {
    ElfFile elf = ElfFile.parse(MappedFile.map(file, arena), file.toString());
    if (!elf.core()) {
      throw new DecodeException(
          Reason.USAGE, file + " is not a core dump; use --elf for programs and libraries.");
    }
    elf.addTo(image, 0);
  }

  private static void addPages(Image image, String text, Arena arena) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw new DecodeException(Reason.USAGE, "--pages wants ADDRS:DUMP, two files.");
    }
    PageDump.addTo(
        image,
        MappedFile.map(Path.of(text.substring(0, colon)), arena),
        MappedFile.map(Path.of(text.substring(colon + 1)), arena));
  }

  private static void addRaw(Image image, String text, Arena arena) {
    FileSpec spec = FileSpec.parse(text, 3);
    if (spec.fields().isEmpty()) {
      throw new DecodeException(Reason.USAGE, "--raw wants FILE:VADDR, an address to load at.");
    }
    List<Long> n = spec.fields().stream().map(f -> Numbers.parse(f, "--raw")).toList();
    MemorySegment data = MappedFile.map(spec.file(), arena);
    long offset = n.size() > 1 ? n.get(1) : 0;
    long length = n.size() > 2 ? n.get(2) : data.byteSize() - offset;
    if (offset < 0 || length < 0 || offset > data.byteSize() - length) {
      throw new DecodeException(
          Reason.USAGE, "--raw " + text + " reaches beyond the end of the file.");
    }
    image.add(new Section(n.get(0), length, data.asSlice(offset, length), spec.file().toString()));
  }
}
