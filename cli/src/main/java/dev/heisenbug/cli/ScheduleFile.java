package dev.heisenbug.cli;

import dev.heisenbug.formats.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a bundle's schedule lies: inside a folder, beside a packed bundle. */
final class ScheduleFile {
  private ScheduleFile() {}

  static Path of(Path bundle) {
    if (Files.isDirectory(bundle)) {
      return bundle.resolve(Schedule.FILE);
    }
    String name = bundle.getFileName().toString();
    String base = name.endsWith(".hbbundle") ? name.substring(0, name.length() - 9) : name;
    return bundle.resolveSibling(base + "." + Schedule.FILE);
  }

  static Schedule read(Path bundle) throws IOException {
    Path file = of(bundle);
    if (!Files.exists(file)) {
      throw new IOException(
          "there is no schedule yet; run 'heisenbug analyze " + bundle + "' first.");
    }
    return Schedule.read(file);
  }
}
