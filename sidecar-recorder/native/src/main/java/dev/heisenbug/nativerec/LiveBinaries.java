package dev.heisenbug.nativerec;

import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.nativerec.pt.PerfBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts the binaries of a perf recording into its bundle. */
final class LiveBinaries {
  private LiveBinaries() {}

  static void collect(Path perfData, Path folder) throws IOException, InterruptedException {
    if (!Files.exists(perfData)) {
      return;
    }
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, String> e : PerfBinaries.of(perfData).entrySet()) {
      Path file = Path.of(e.getKey());
      String name = NativeFolder.BINARY_PREFIX + e.getValue();
      if (Files.isReadable(file)) {
        Files.copy(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        lines.add(name + "\t" + e.getValue() + "\t" + file);
      }
    }
    Files.write(folder.resolve(NativeFolder.BINARIES), lines);
  }
}
