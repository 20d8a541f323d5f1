package dev.heisenbug.analyzer.jvm.runlog;

import java.lang.reflect.AccessFlag;
import org.objectweb.asm.Type;

/** Value types of what an ENTER record lists: the receiver where there is one, then parameters. */
final class ParameterTypes {
  private ParameterTypes() {}

  static String of(MethodDef m) {
    StringBuilder types = new StringBuilder();
    if ((m.access() & AccessFlag.STATIC.mask()) == 0 && !m.name().equals("<init>")) {
      types.append('L');
    }
    for (Type t : Type.getArgumentTypes(m.desc())) {
      types.append(
          switch (t.getSort()) {
            case Type.LONG -> 'J';
            case Type.FLOAT -> 'F';
            case Type.DOUBLE -> 'D';
            case Type.ARRAY, Type.OBJECT -> 'L';
            default -> 'I';
          });
    }
    return types.toString();
  }
}
