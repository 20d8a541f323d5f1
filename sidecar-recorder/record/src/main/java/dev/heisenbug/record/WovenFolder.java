package dev.heisenbug.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the runs of one command leave woven classes for each other; gone with the last run. */
record WovenFolder(Path path) implements AutoCloseable {
  static WovenFolder none() {
    return new WovenFolder(null);
  }

  /** A new folder, or none where there is no place for it. */
  static WovenFolder make() {
    try {
      Path folder = Files.createTempDirectory("heisenbug-woven");
      return new WovenFolder(folder.toString().contains(",") ? null : folder);
    } catch (IOException e) {
      return none();
    }
  }

  /** What the agent's options are continued with. */
  String option() {
    return path == null ? "" : ",cache=" + path;
  }

  @Override
  public void close() {
    if (path != null) {
      try {
        RecordRunner.delete(path);
      } catch (IOException e) {
        // A program that is still being ended may write there; the system's folder is cleaned.
      }
    }
  }
}
