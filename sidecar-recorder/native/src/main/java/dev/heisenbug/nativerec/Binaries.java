package dev.heisenbug.nativerec;

import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.nativerec.perf.BuildIds;
import dev.heisenbug.nativerec.perf.Mapping;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** Collects the program and its libraries into a bundle, each once, by build id. */
final class Binaries {
  private final Path folder;
  private final Map<String, String> lines = new LinkedHashMap<>();
  private final BuildIds ids = new BuildIds();

  Binaries(Path folder) {
    this.folder = folder;
  }

  /** Takes what process {@code pid} has just mapped. */
  void add(Mapping mapping, int pid) throws IOException {
    if (lines.containsKey(mapping.file()) || !mapping.hasFile() && !mapping.vdso()) {
      return;
    }
    String id = ids.of(mapping, pid);
    String name =
        NativeFolder.BINARY_PREFIX + (id != null ? id : checksum(Path.of(mapping.file())));
    lines.put(mapping.file(), name + "\t" + (id == null ? "-" : id) + "\t" + mapping.file());
    Path target = folder.resolve(name);
    if (mapping.vdso()) {
      copyMemory(mapping, pid, target);
    } else {
      Files.copy(Path.of(mapping.file()), target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String checksum(Path file) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(Files.readAllBytes(file));
    return "%s-%08x".formatted(file.getFileName(), crc.getValue());
  }

  /** The vdso is no file; the kernel has it in every process. */
  private static void copyMemory(Mapping mapping, int pid, Path target) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) mapping.size());
    Path memory = Path.of("/proc/" + pid + "/mem");
    try (FileChannel in = FileChannel.open(memory, StandardOpenOption.READ)) {
      while (bytes.hasRemaining() && in.read(bytes, mapping.start() + bytes.position()) > 0) {
        continue;
      }
    }
    Files.write(target, bytes.array());
  }

  void writeList() throws IOException {
    Files.write(folder.resolve(NativeFolder.BINARIES), lines.values());
  }
}
