package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RecordType.Sync;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.RunLogException;
import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import dev.heisenbug.weave.LooseAtomics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
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
    void access(int thread, long variable, boolean write, boolean isVolatile);
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
            Boolean store = log.kind == Sync.OPERATION ? looseStore(log.site) : null;
            if (store == null) {
              sync(log);
            } else {
              visitor.access(log.thread, Sharing.key(log.base, atomic.number()), store, false);
            }
          }
          case RecordType.ALOAD, RecordType.ASTORE -> {
            boolean write = log.type == RecordType.ASTORE;
            visitor.access(log.thread, Sharing.key(log.base, log.index), write, false);
          }
          case RecordType.GET, RecordType.PUT -> {
            FieldInfo f = classes.field(log.site);
            if (f != null && !f.isFinal()) {
              long variable = Sharing.key(log.base, f.number());
              boolean write = log.type == RecordType.PUT;
              visitor.access(log.thread, variable, write, f.isVolatile());
            }
          }
          default -> {}
        }
      }
    }

    /** Whether a call stores to an atomic or loads it, and is no fence; null if neither. */
    private Boolean looseStore(int site) {
      SiteDef s = defs.site(site);
      int desc = s == null ? -1 : s.member().indexOf('(');
      int dot = desc < 0 ? -1 : s.member().lastIndexOf('.', desc);
      if (dot < 0) {
        return null;
      }
      MethodInsnNode call =
          new MethodInsnNode(
              Opcodes.INVOKEVIRTUAL,
              s.member().substring(0, dot),
              s.member().substring(dot + 1, desc),
              s.member().substring(desc));
      return LooseAtomics.stores(call) ? Boolean.TRUE : LooseAtomics.loads(call) ? false : null;
    }

    private void sync(RunLog log) {
      variables.sync(log);
      if (log.kind != Sync.CLASS_INIT && log.kind != Sync.CLASS_INIT_DONE) {
        stored.remove(log.thread);
      }
    }

    void share(int thread, long variable, boolean write, boolean isVolatile) {
      if (!isVolatile) {
        variables.touch(thread, variable, write);
      }
    }

    void order(int thread, long variable, boolean write, boolean isVolatile) {
      if (isVolatile && write) {
        stored.remove(thread);
      } else if (isVolatile || variables.isUnprotected(variable)) {
        Set<Long> before = stored.getOrDefault(thread, Set.of());
        boolean other = before.size() > (before.contains(variable) ? 1 : 0);
        loads |= other && !write;
        stores |= other && write;
        if (write) {
          stored.computeIfAbsent(thread, t -> new HashSet<>()).add(variable);
        }
      }
    }
  }
}
