package dev.heisenbug.nativerec.pt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files that a perf recording refers to, from {@code perf buildid-list}. */
public final class PerfBinaries {
  private PerfBinaries() {}

  /** Build ids by path; kernel and special entries are left out. */
  public static Map<String, String> of(Path perfData) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("perf", "buildid-list", "-i", perfData.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    Map<String, String> files = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      int space = line.indexOf(' ');
      if (space > 0 && line.substring(space + 1).startsWith("/")) {
        files.put(line.substring(space + 1), line.substring(0, space));
      }
    }
    return files;
  }
}
