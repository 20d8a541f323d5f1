package dev.heisenbug.nativerec.preload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The preload agent's library, and how a program gets it. */
public final class PreloadLibrary {
  private static final String RESOURCE = "/dev/heisenbug/nativerec/libheisenbug-preload.so";
  private static final String PRELOAD = "LD_PRELOAD";

  private PreloadLibrary() {}

  /** Whether the build had a C compiler to make it with. */
  public static boolean built() {
    return PreloadLibrary.class.getResource(RESOURCE) != null;
  }

  /** Why it cannot be used. */
  public static String missing() {
    return "The preload agent was not built because gcc was missing: install gcc and build again, or use --recorder soft-pt.";
  }

  /** Unpacks the library; programs map it, so it must outlive them. */
  public static Path unpack(Path folder) throws IOException {
    Path file = folder.resolve("libheisenbug-preload.so");
    try (InputStream in = PreloadLibrary.class.getResourceAsStream(RESOURCE)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file.toAbsolutePath();
  }

  /** The variables for a program: what it preloads already stays, and comes first. */
  public static List<String> environment(Path library, Path out, long cap) {
    String before = System.getenv(PRELOAD);
    List<String> list = new ArrayList<>();
    boolean none = before == null || before.isBlank();
    list.add(PRELOAD + "=" + (none ? library.toString() : before + ":" + library));
    list.add("HEISENBUG_PRELOAD_OUT=" + out.toAbsolutePath());
    list.add("HEISENBUG_PRELOAD_CAP=" + cap);
    return list;
  }
}
