package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RecordType.Sync;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.RunLogException;
import dev.heisenbug.weave.LooseAtomics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * What a weak memory model could reorder in a run: a plain store of what threads share without a
 * common monitor (the lockset rule), and what its thread does with another such variable before it
 * synchronises. With one variable alone, as in a lost update, every model gives the same.
 *
 * <p>It errs on the side of saying so.
 *
 * @param storesAfterLoads whether a store could become visible after a later load: TSO and PSO
 * @param storesAfterStores whether a store could become visible after a later store: PSO
 */
public record Reorderings(boolean storesAfterLoads, boolean storesAfterStores) {
  /** In the run whose files lie in {@code dir}; everything if they cannot be read. */
  public static Reorderings in(Path dir) {
    try {
      Definitions defs = Definitions.read(dir.resolve("defs.log"));
      Scan scan = new Scan(defs);
      try (RunLog log = new RunLog(dir.resolve("run.log"), defs)) {
        scan.walk(log, scan::share);
      }
      try (RunLog log = new RunLog(dir.resolve("run.log"), defs)) {
        scan.walk(log, scan::order);
      }
      return new Reorderings(scan.loads, scan.stores);
    } catch (RunLogException e) {
      return new Reorderings(true, true);
    }
  }

  /** What a pass does with one access. */
  private interface Visitor {
    void access(int thread, long variable, boolean write, Kind kind);
  }

  /** What is known of what an access touches. */
  private enum Kind {
    PLAIN,
    VOLATILE,
    /** One of many variables that a handle gives access to. */
    MANY
  }

  /** Two passes over a log: what is shared, and in which order each thread touches it. */
  private static final class Scan {
    private final Definitions defs;
    private final ClassFiles classes;
    private final FieldInfo atomic;
    private final Locksets variables = new Locksets();

    /** For each thread what it has stored since it last synchronised. */
    private final Map<Integer, Set<Long>> stored = new HashMap<>();

    private boolean loads;
    private boolean stores;

    Scan(Definitions defs) {
      this.defs = defs;
      classes = new ClassFiles(defs);
      atomic = classes.synthetic("atomic", LooseAtomics.FIELD, "I");
    }

    void walk(RunLog log, Visitor visitor) {
      while (log.next()) {
        switch (log.type) {
          case RecordType.SYNC -> {
            MethodInsnNode call =
                log.kind == Sync.OPERATION ? LooseCalls.at(defs.site(log.site)) : null;
            if (call == null) {
              sync(log);
            } else {
              long variable = Sharing.key(log.base, atomic.number());
              Kind kind = LooseAtomics.isOneVariable(call) ? Kind.PLAIN : Kind.MANY;
              visitor.access(log.thread, variable, LooseAtomics.stores(call), kind);
            }
          }
          case RecordType.ALOAD, RecordType.ASTORE -> {
            boolean write = log.type == RecordType.ASTORE;
            visitor.access(log.thread, Sharing.key(log.base, log.index), write, Kind.PLAIN);
          }
          case RecordType.GET, RecordType.PUT -> {
            FieldInfo f = classes.field(log.site);
            if (f != null && !f.isFinal()) {
              long variable = Sharing.key(log.base, f.number());
              boolean write = log.type == RecordType.PUT;
              visitor.access(
                  log.thread, variable, write, f.isVolatile() ? Kind.VOLATILE : Kind.PLAIN);
            }
          }
          default -> {}
        }
      }
    }

    private void sync(RunLog log) {
      variables.sync(log);
      if (log.kind != Sync.CLASS_INIT && log.kind != Sync.CLASS_INIT_DONE) {
        stored.remove(log.thread);
      }
    }

    void share(int thread, long variable, boolean write, Kind kind) {
      if (kind != Kind.VOLATILE) {
        variables.touch(thread, variable, write);
      }
    }

    void order(int thread, long variable, boolean write, Kind kind) {
      if (kind == Kind.VOLATILE && write) {
        stored.remove(thread);
      } else if (kind == Kind.VOLATILE || variables.isUnprotected(variable)) {
        Set<Long> before = stored.getOrDefault(thread, Set.of());
        boolean same = kind != Kind.MANY && before.contains(variable);
        boolean other = before.size() > (same ? 1 : 0);
        loads |= other && !write;
        stores |= other && write;
        if (write) {
          stored.computeIfAbsent(thread, t -> new HashSet<>()).add(variable);
        }
      }
    }
  }
}
