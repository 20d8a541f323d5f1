package dev.heisenbug.cli;

import dev.heisenbug.formats.bundle.Failure;
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

  /** Before minutes are spent on what could not be kept. */
  static void checkWritable(Path bundle) throws IOException {
    Path folder = of(bundle).toAbsolutePath().getParent();
    if (!Files.isWritable(folder)) {
      throw new IOException(
          "the schedule is kept in %s, where nothing can be written; copy the bundle elsewhere and analyze it there."
              .formatted(folder));
    }
  }

  /**
   * @param failure what the bundle says of its failure
   */
  static Schedule read(Path bundle, Failure failure) throws IOException {
    Path file = of(bundle);
    if (!Files.exists(file)) {
      throw new IOException(
          "there is no schedule yet; run 'heisenbug analyze " + bundle + "' first.");
    }
    Schedule schedule = Schedule.read(file);
    if (failure == null || !failure.signature().equals(schedule.signature())) {
      throw new IOException(
          "the schedule %s is for %s, not for the failure of this bundle; run 'heisenbug analyze %s' again."
              .formatted(file, schedule.signature(), bundle));
    }
    return schedule;
  }
}
