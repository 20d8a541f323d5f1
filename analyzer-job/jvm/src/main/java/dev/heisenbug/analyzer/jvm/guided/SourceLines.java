package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.MethodDef;
import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import java.util.HashMap;
import java.util.Map;

/** Source lines for the sites that plans name. */
final class SourceLines {
  private final Map<String, String> bySite = new HashMap<>();

  SourceLines(Definitions defs) {
    for (SiteDef s : defs.sites()) {
      MethodDef m = defs.method(s.method());
      if (m != null) {
        String name = m.site(s.instruction());
        bySite.put(name, m.owner().replace('/', '.') + "." + m.name() + ":" + s.line());
      }
    }
  }

  /** {@code Class.method:line}, or the site itself if its class is not known. */
  String of(String site) {
    return bySite.getOrDefault(site, site);
  }
}
