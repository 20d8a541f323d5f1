package dev.heisenbug.analyzer.jvm.runlog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names behind the numbers of a run's log: {@code defs.log}. */
public final class Definitions {
  /** A class file as it was before weaving. */
  public record ClassDef(String name, boolean application, byte[] bytes) {}

  private static final int CLASS = 1;
  private static final int METHOD = 2;
  private static final int SITE = 3;
  private static final int NOT_WOVEN = 4;

  private final List<ClassDef> classes = new ArrayList<>();
  private final Map<String, Integer> newestByName = new HashMap<>();
  private final Map<Integer, MethodDef> methods = new HashMap<>();
  private final Map<Integer, SiteDef> sites = new HashMap<>();
  private final Map<String, String> notWoven = new HashMap<>();

  /** Methods whose class file has not come yet: it follows its methods. */
  private final Map<String, List<Integer>> waiting = new HashMap<>();

  private Definitions() {}

  /** Reads {@code defs.log}; a last record that is cut off is dropped. */
  public static Definitions read(Path file) {
    Definitions d = new Definitions();
    try (LogInput in = new LogInput(file)) {
      while (!in.atEnd()) {
        d.record(in);
      }
    } catch (LogInput.EndOfLog end) {
      return d;
    }
    return d;
  }

  private void record(LogInput in) {
    int type = in.u8();
    switch (type) {
      case CLASS -> classFile(new ClassDef(in.utf(), in.uint() != 0, in.bytes()));
      case METHOD -> {
        int id = in.uint();
        String owner = in.utf();
        methods.put(id, new MethodDef(id, owner, in.utf(), in.utf(), in.uint(), -1));
        waiting.computeIfAbsent(owner, o -> new ArrayList<>()).add(id);
      }
      case SITE -> {
        int id = in.uint();
        sites.put(id, new SiteDef(id, in.uint(), in.uint(), in.sint(), in.utf()));
      }
      case NOT_WOVEN -> notWoven.put(in.utf(), in.utf());
      default -> throw in.corrupt("an unknown record type " + type);
    }
  }

  private void classFile(ClassDef c) {
    int number = classes.size();
    classes.add(c);
    newestByName.put(c.name(), number);
    for (int method : waiting.getOrDefault(c.name(), List.of())) {
      methods.computeIfPresent(method, (id, m) -> m.in(number));
    }
    waiting.remove(c.name());
  }

  /** The method of that number, or null. */
  public MethodDef method(int id) {
    return methods.get(id);
  }

  /** The site of that number, or null. */
  public SiteDef site(int id) {
    return sites.get(id);
  }

  /** All sites, in no order. */
  public Collection<SiteDef> sites() {
    return sites.values();
  }

  public ClassDef classFile(int number) {
    return classes.get(number);
  }

  /** Number of the newest class file of that internal name, or -1. */
  public int classNamed(String internalName) {
    return newestByName.getOrDefault(internalName, -1);
  }

  public int classCount() {
    return classes.size();
  }

  /** Classes that ran as they were, with the reason. */
  public Map<String, String> notWoven() {
    return Map.copyOf(notWoven);
  }
}
