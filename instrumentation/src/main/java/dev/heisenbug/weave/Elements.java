package dev.heisenbug.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The types that array instructions have on the stack: narrow integers are ints there. */
public final class Elements {
  private Elements() {}

  /** What an instruction loads from an array, or null if it is none that does. */
  public static Type loaded(int opcode) {
    switch (opcode) {
      case Opcodes.IALOAD:
      case Opcodes.BALOAD:
      case Opcodes.CALOAD:
      case Opcodes.SALOAD:
        return Type.INT_TYPE;
      case Opcodes.LALOAD:
        return Type.LONG_TYPE;
      case Opcodes.FALOAD:
        return Type.FLOAT_TYPE;
      case Opcodes.DALOAD:
        return Type.DOUBLE_TYPE;
      case Opcodes.AALOAD:
        return Type.getObjectType("java/lang/Object");
      default:
        return null;
    }
  }

  /** What an instruction stores into an array, or null if it is none that does. */
  public static Type stored(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE ? loaded(load(opcode)) : null;
  }

  /** The load that fits a store. */
  public static int load(int store) {
    return store - Opcodes.IASTORE + Opcodes.IALOAD;
  }
}
