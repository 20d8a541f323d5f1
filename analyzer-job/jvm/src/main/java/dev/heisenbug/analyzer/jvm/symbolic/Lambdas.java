package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** Lambda objects: the method behind each and the values it captured. */
final class Lambdas {
  /** One lambda object. */
  record Lambda(int object, String method, Val[] captured) {}

  private final Map<Integer, Lambda> byObject = new HashMap<>();
  private final Map<String, List<Lambda>> byMethod = new HashMap<>();

  /** Notes the result of an invokedynamic; false if it does not make a lambda. */
  boolean made(Call call, Val result) {
    if (!call.owner.equals("java/lang/invoke/LambdaMetafactory") || result == null) {
      return false;
    }
    InvokeDynamicInsnNode n = (InvokeDynamicInsnNode) call.insn;
    Handle h = (Handle) n.bsmArgs[1];
    Lambda lambda =
        new Lambda((int) result.bits(), h.getOwner() + "." + h.getName() + h.getDesc(), call.args);
    if (byObject.put(lambda.object(), lambda) == null) {
      byMethod.computeIfAbsent(lambda.method(), m -> new ArrayList<>()).add(lambda);
    }
    return true;
  }

  private static String method(MethodCode code) {
    return code.def.owner() + "." + code.def.name() + code.def.desc();
  }

  /** The lambda that is the object, if its method is the one given; else null. */
  Lambda of(Val object, MethodCode code) {
    if (object == null || !object.hasBits()) {
      return null;
    }
    Lambda l = byObject.get((int) object.bits());
    return l != null && l.method().equals(method(code)) ? l : null;
  }

  /** All lambdas made for a method. */
  List<Lambda> of(MethodCode code) {
    return byMethod.getOrDefault(method(code), List.of());
  }
}
