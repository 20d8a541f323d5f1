package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import dev.heisenbug.weave.LooseAtomics;
import org.objectweb.asm.tree.MethodInsnNode;

/** Finds the calls in a run's log that store to an atomic or load it and are no fences. */
final class LooseCalls {
  private LooseCalls() {}

  /** The call at a site if it is one of them, else null. */
  static MethodInsnNode at(SiteDef site) {
    MethodInsnNode call = CalledAt.site(site);
    return call != null && (LooseAtomics.stores(call) || LooseAtomics.loads(call)) ? call : null;
  }
}
