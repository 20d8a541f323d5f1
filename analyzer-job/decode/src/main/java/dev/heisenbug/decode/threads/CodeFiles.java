package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.MappedFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the files that a recording's mappings name: under --symfs by path or by name, in perf's
 * build-id cache, and on this machine. A file with another build id is not used, and said so.
 */
public final class CodeFiles {
  private final Path symfs;
  private final List<Path> caches;
  private final Arena arena;
  private final Map<String, Optional<MemorySegment>> found = new HashMap<>();
  private final Map<String, String> problems = new LinkedHashMap<>();

  public CodeFiles(Path symfs, Arena arena) {
    this.symfs = symfs;
    this.arena = arena;
    List<Path> list = new ArrayList<>();
    if (symfs != null) {
      list.add(symfs.resolve(".debug"));
      list.add(symfs);
    }
    list.add(Path.of(System.getProperty("user.home", "/"), ".debug"));
    this.caches = List.copyOf(list);
  }

  /** What is wrong with files that were asked for, by name. */
  public Map<String, String> problems() {
    return problems;
  }

  /** The content of a mapped file; empty when there is none that fits. */
  Optional<MemorySegment> open(String name, String buildId) {
    String key = name + "\n" + buildId;
    Optional<MemorySegment> known = found.get(key);
    if (known == null) {
      known = find(name, buildId);
      found.put(key, known);
      if (known.isEmpty()) {
        problems.putIfAbsent(name, "not found; its code is a gap (use --symfs or --elf)");
      } else {
        problems.remove(name);
      }
    }
    return known;
  }

  private Optional<MemorySegment> find(String name, String buildId) {
    for (Path candidate : candidates(name, buildId)) {
      if (!Files.isRegularFile(candidate)) {
        continue;
      }
      try {
        MemorySegment data = MappedFile.map(candidate, arena);
        String actual = ElfFile.parse(data, candidate.toString()).buildId().orElse(null);
        if (buildId == null || actual == null || same(buildId, actual)) {
          return Optional.of(data);
        }
        problems.put(
            name, candidate + " has build id " + actual + " but the recording has " + buildId);
      } catch (DecodeException e) {
        problems.put(name, e.getMessage());
      }
    }
    return Optional.empty();
  }

  /** Recorded ids may be padded with zeros. */
  private static boolean same(String recorded, String actual) {
    return recorded.equals(actual)
        || recorded.startsWith(actual) && recorded.substring(actual.length()).matches("0*");
  }

  private List<Path> candidates(String name, String buildId) {
    List<Path> list = new ArrayList<>();
    try {
      Path path = Path.of(name);
      if (buildId != null && buildId.length() > 2) {
        String tail = ".build-id/" + buildId.substring(0, 2) + "/" + buildId.substring(2);
        for (Path cache : caches) {
          list.add(cache.resolve(tail).resolve("elf"));
          list.add(cache.resolve(tail).resolve("vdso"));
          list.add(cache.resolve(tail));
        }
      }
      if (symfs != null && buildId != null) {
        // A bundle has its binaries by build id.
        list.add(symfs.resolve("bin-" + buildId));
      }
      if (symfs != null) {
        list.add(symfs.resolve(name.startsWith("/") ? name.substring(1) : name));
        if (path.getFileName() != null) {
          list.add(symfs.resolve(path.getFileName()));
        }
      } else if (path.isAbsolute()) {
        list.add(path);
      }
    } catch (InvalidPathException e) {
      problems.put(name, "is not a file name");
    }
    return list;
  }
}
