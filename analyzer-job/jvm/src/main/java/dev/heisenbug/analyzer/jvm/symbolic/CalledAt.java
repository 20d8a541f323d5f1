package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/** The call that stands at a site, as those who know calls by name want it. */
final class CalledAt {
  private CalledAt() {}

  /** Null if it is no call. */
  static MethodInsnNode site(SiteDef s) {
    int desc = s == null ? -1 : s.member().indexOf('(');
    int dot = desc < 0 ? -1 : s.member().lastIndexOf('.', desc);
    if (dot < 0) {
      return null;
    }
    return new MethodInsnNode(
        Opcodes.INVOKEVIRTUAL,
        s.member().substring(0, dot),
        s.member().substring(dot + 1, desc),
        s.member().substring(desc));
  }
}
