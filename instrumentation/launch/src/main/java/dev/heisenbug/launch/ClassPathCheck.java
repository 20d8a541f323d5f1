package dev.heisenbug.launch;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.ClassList;
import dev.heisenbug.formats.bundle.Launch;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Whether the program on disk is still the one that was recorded. Classes that come from elsewhere
 * than the class path, such as nested jars, cannot be looked up and are passed over; the class that
 * the command line names cannot.
 */
public final class ClassPathCheck {
  private ClassPathCheck() {}

  /** What has changed since the recording, in one sentence that names it; empty if nothing. */
  public static Optional<String> changed(Bundle bundle) throws IOException {
    Launch launch = bundle.manifest().launch();
    if (launch.classPath() == null || launch.classPath().isEmpty()) {
      return Optional.empty();
    }
    Map<String, ClassList.Entry> wanted = new HashMap<>();
    for (ClassList.Entry entry : bundle.classes()) {
      wanted.putIfAbsent(entry.name().replace('.', '/') + ".class", entry);
    }
    Path cwd = Path.of(launch.cwd() == null ? "" : launch.cwd());
    for (String element : launch.classPath().split(File.pathSeparator)) {
      Path place = cwd.resolve(element);
      String different =
          Files.isDirectory(place)
              ? inFolder(place, wanted)
              : Files.isRegularFile(place) ? inJar(place, wanted) : null;
      if (different != null) {
        return Optional.of(
            "the class %s in %s has changed since the recording; restore it or record again"
                .formatted(different, place));
      }
      if (!Files.exists(place) && !wanted.isEmpty() && !element.isEmpty()) {
        return Optional.of(
            "%s was on the class path when the program was recorded and is gone; put it back or record again"
                .formatted(place));
      }
    }
    return wanted.values().stream()
        .map(ClassList.Entry::name)
        .filter(launch.argv()::contains)
        .map(
            main ->
                "the class %s was on the class path when the program was recorded and is gone; put it back or record again"
                    .formatted(main))
        .findFirst();
  }

  /** The first class found there that is another than recorded; what is found is off the list. */
  private static String inFolder(Path folder, Map<String, ClassList.Entry> wanted)
      throws IOException {
    for (String file : List.copyOf(wanted.keySet())) {
      Path found = folder.resolve(file);
      if (Files.isRegularFile(found)) {
        ClassList.Entry entry = wanted.remove(file);
        if (crc(Files.readAllBytes(found)) != entry.crc32()) {
          return entry.name();
        }
      }
    }
    return null;
  }

  private static String inJar(Path jar, Map<String, ClassList.Entry> wanted) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (String file : List.copyOf(wanted.keySet())) {
        ZipEntry found = zip.getEntry(file);
        if (found == null) {
          continue;
        }
        ClassList.Entry entry = wanted.remove(file);
        if (found.getCrc() != entry.crc32() && !hasVersions(zip, file)) {
          return entry.name();
        }
      }
      return null;
    } catch (java.util.zip.ZipException e) {
      return null;
    }
  }

  /** A multi-release jar may hold another version of a class that the recorded JVM preferred. */
  private static boolean hasVersions(ZipFile zip, String file) {
    return zip.stream().anyMatch(e -> e.getName().endsWith("/" + file));
  }

  private static long crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }
}
