package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.MethodDef;
import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RecordType.Sync;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import dev.heisenbug.weave.IndirectAccess;
import dev.heisenbug.weave.LooseAtomics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The places of a run where threads touch what others touch, too: where a switch can make a
 * difference. Found in three passes over the log, without interpreting it.
 */
public final class SharedSites {
  /** So many visits of a place are kept by number. */
  private static final int MEETINGS = 64;

  /** The pseudo field of an object that threads synchronise on or operate on as a whole. */
  private static final int WHOLE = -1;

  /** That of one through which threads access something else. */
  private static final int INDIRECT = -2;

  private final Definitions defs;
  private final ClassFiles classes;
  private final Sharing sharing = new Sharing();
  private final Locksets variables = new Locksets();
  private final Map<Integer, Found> found = new HashMap<>();
  private Initialisers initialisers;

  private SharedSites(Definitions defs) {
    this.defs = defs;
    classes = new ClassFiles(defs);
  }

  /**
   * One place.
   *
   * @param name its name, the same in every run
   * @param what the field or operation, by which places that belong together can be told
   * @param visits how often threads came there
   * @param meetings the first visits, by number, that touched what no common monitor protects
   * @param store whether it is a plain store, which a weak memory model may delay
   * @param own whether it is code of the program, not of the JDK
   */
  public record Place(
      String name, String what, int visits, List<Integer> meetings, boolean store, boolean own) {
    /** Whether no common monitor protects what it touches. */
    public boolean racing() {
      return !meetings.isEmpty();
    }
  }

  /** What the second pass counts. */
  private static final class Found {
    int visits;
    boolean shared;
    boolean store;
    final List<Integer> meetings = new ArrayList<>();
  }

  /** The places of the run whose files lie in {@code dir}; damaged files give what is readable. */
  public static List<Place> of(Path dir) {
    Definitions defs = Definitions.read(dir.resolve("defs.log"));
    SharedSites s = new SharedSites(defs);
    Path file = dir.resolve("run.log");
    for (Visitor visitor : List.<Visitor>of(s::touch, s::note, s::count)) {
      try (RunLog log = new RunLog(file, defs)) {
        s.pass(log, visitor);
      }
    }
    return s.places();
  }

  /** What a pass does with one access. */
  private interface Visitor {
    void access(RunLog log, long variable, boolean write);
  }

  private void pass(RunLog log, Visitor visitor) {
    initialisers = new Initialisers(defs);
    while (log.next()) {
      initialisers.follow(log);
      switch (log.type) {
        case RecordType.GET, RecordType.PUT -> {
          FieldInfo f = classes.field(log.site);
          if (f != null && !f.isFinal()) {
            long key = Sharing.key(log.base, f.number());
            visitor.access(log, key, log.type == RecordType.PUT);
          }
        }
        case RecordType.ALOAD, RecordType.ASTORE ->
            visitor.access(log, element(log), log.type == RecordType.ASTORE);
        case RecordType.SYNC -> sync(log, visitor);
        default -> {}
      }
    }
  }

  /**
   * An element, or all of an array that the JDK's code fills: which of a hash table's buckets two
   * threads come to is another one in every run.
   */
  private long element(RunLog log) {
    MethodDef m = method(defs.site(log.site));
    return Sharing.key(log.base, m == null || isOwn(m) ? log.index : 0);
  }

  private MethodDef method(SiteDef site) {
    return site == null ? null : defs.method(site.method());
  }

  private boolean isOwn(MethodDef m) {
    return m.classFile() >= 0 && defs.classFile(m.classFile()).application();
  }

  private void sync(RunLog log, Visitor visitor) {
    switch (log.kind) {
      case Sync.LOCK, Sync.OPERATION, Sync.NOTIFY, Sync.NOTIFY_ALL, Sync.WAIT -> {
        if (log.base != 0 && !indirect(log, visitor)) {
          visitor.access(log, Sharing.key(log.base, WHOLE), true);
        }
      }
      default -> {}
    }
    variables.sync(log);
  }

  /** An access by reflection or raw memory, which is not made one step by what it is made with. */
  private boolean indirect(RunLog log, Visitor visitor) {
    MethodInsnNode call = log.kind == Sync.OPERATION ? CalledAt.site(defs.site(log.site)) : null;
    if (call == null || !IndirectAccess.isMadeBy(call)) {
      return false;
    }
    boolean changes = IndirectAccess.changes(call.owner, call.name);
    visitor.access(log, Sharing.key(log.base, INDIRECT), changes);
    return true;
  }

  private void touch(RunLog log, long variable, boolean write) {
    sharing.touch(variable, log.thread, write);
  }

  private void note(RunLog log, long variable, boolean write) {
    if (sharing.isShared(variable) && !initialisers.inside(log.thread)) {
      variables.touch(log.thread, variable, write);
    }
  }

  private void count(RunLog log, long variable, boolean write) {
    Found f = found.computeIfAbsent(log.site, s -> new Found());
    f.visits++;
    f.shared |= sharing.isShared(variable);
    if (f.meetings.size() < MEETINGS
        && (int) variable != WHOLE
        && !initialisers.inside(log.thread)
        && variables.isRacing(variable)) {
      f.meetings.add(f.visits);
    }
    f.store |=
        log.type == RecordType.ASTORE
            || log.type == RecordType.PUT && isPlain(log)
            || log.type == RecordType.SYNC && isLoose(log);
  }

  private boolean isLoose(RunLog log) {
    MethodInsnNode call = LooseCalls.at(defs.site(log.site));
    return call != null && LooseAtomics.stores(call);
  }

  private boolean isPlain(RunLog log) {
    FieldInfo f = classes.field(log.site);
    return f != null && !f.isVolatile();
  }

  private List<Place> places() {
    List<Place> all = new ArrayList<>();
    found.forEach(
        (site, f) -> {
          SiteDef d = defs.site(site);
          MethodDef m = method(d);
          if (f.shared && m != null) {
            String name = m.site(d.instruction());
            List<Integer> meetings = List.copyOf(f.meetings);
            all.add(new Place(name, d.member(), f.visits, meetings, f.store, isOwn(m)));
          }
        });
    all.sort(Comparator.comparing(Place::name));
    return all;
  }
}
