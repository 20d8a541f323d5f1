package dev.heisenbug.decode.bench;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.image.PageDump;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A trace and the code it ran. */
record BenchInput(byte[] trace, Image image) {

  /** A recorded trace, several times over. */
  static BenchInput raw(Path trace, int repeat, String pages, Path elf, Arena arena) {
    byte[] once = MappedFile.map(trace, arena).toArray(ValueLayout.JAVA_BYTE);
    byte[] all = new byte[once.length * repeat];
    for (int i = 0; i < repeat; i++) {
      System.arraycopy(once, 0, all, i * once.length, once.length);
    }
    Image image = new Image();
    if (pages != null) {
      int colon = pages.indexOf(':');
      if (colon < 0) {
        throw new DecodeException(Reason.USAGE, "--pages wants ADDRS:DUMP, two files.");
      }
      MemorySegment addresses = MappedFile.map(Path.of(pages.substring(0, colon)), arena);
      MemorySegment dump = MappedFile.map(Path.of(pages.substring(colon + 1)), arena);
      PageDump.addTo(image, addresses, dump);
    }
    if (elf != null) {
      ElfFile.parse(MappedFile.map(elf, arena), elf.toString()).addTo(image, 0);
    }
    return new BenchInput(all, image);
  }

  /** The C library of this machine. */
  static Path libc() {
    return Stream.of("/lib/x86_64-linux-gnu/libc.so.6", "/usr/lib64/libc.so.6", "/lib64/libc.so.6")
        .map(Path::of)
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(
            () -> new DecodeException(Reason.NOT_FOUND, "No libc was found; name one by --elf."));
  }
}
