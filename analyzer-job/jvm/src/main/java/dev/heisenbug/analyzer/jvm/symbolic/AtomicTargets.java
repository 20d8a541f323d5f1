package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Sort;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Type;

/** Finds the location that an atomic operation works on. */
final class AtomicTargets {
  private static final String ATOMIC = "java/util/concurrent/atomic/";

  /** A location and the number of leading arguments that only name it. */
  record Target(Cell cell, int coordinates) {
    /** An operand of the location's sort, or null. */
    Val arg(Call call, int n, Sort sort) {
      int i = coordinates + n;
      if (i >= call.args.length) {
        return null;
      }
      Val v = call.args[i];
      return v.sort == sort && v.hasBits() ? v : null;
    }
  }

  /** What a field updater or VarHandle gives access to; a null field means array elements. */
  private record Handle(FieldInfo field, Sort element) {}

  private final Session s;
  private final Map<Integer, Handle> handles = new HashMap<>();

  AtomicTargets(Session s) {
    this.s = s;
  }

  /** The field that stands for the value of an atomic variable's class, or null. */
  FieldInfo variable(String type) {
    String desc =
        switch (type) {
          case ATOMIC + "AtomicInteger", ATOMIC + "AtomicBoolean" -> "I";
          case ATOMIC + "AtomicLong", ATOMIC + "LongAdder" -> "J";
          case ATOMIC + "AtomicReference" -> "Ljava/lang/Object;";
          default -> null;
        };
    return desc == null ? null : s.classes.synthetic(type, "value", desc);
  }

  private static Sort element(String type) {
    return switch (type) {
      case ATOMIC + "AtomicIntegerArray" -> Sort.I32;
      case ATOMIC + "AtomicLongArray" -> Sort.I64;
      case ATOMIC + "AtomicReferenceArray" -> Sort.REF;
      default -> null;
    };
  }

  /** The location an operation works on, or null if it is no atomic access known here. */
  Target of(ThreadState t, Call call) {
    if (call.operation <= 0) {
      return null;
    }
    String type = s.classes.libraryBase(s.typeOf(call.operation));
    FieldInfo variable = variable(type);
    if (variable != null) {
      return new Target(Cell.of(call.operation, variable), 0);
    }
    Sort element = element(type);
    if (element != null) {
      return cell(call, 0, call.operation, element, 1);
    }
    Handle handle = handles.get(call.operation);
    if (handle == null) {
      return null;
    }
    if (handle.field() == null) {
      Val array = call.args.length > 1 ? call.args[0] : null;
      if (array == null || !array.hasBits()) {
        return null;
      }
      s.guards.used(t, array);
      return cell(call, 1, (int) array.bits(), handle.element(), 2);
    }
    if (handle.field().isStatic()) {
      return new Target(Cell.of(0, handle.field()), 0);
    }
    Val object = call.args.length > 0 ? call.args[0] : null;
    if (object == null || !object.hasBits()) {
      return null;
    }
    s.guards.used(t, object);
    return new Target(Cell.of((int) object.bits(), handle.field()), 1);
  }

  private static Target cell(Call call, int at, int array, Sort element, int coordinates) {
    Val index = at < call.args.length ? call.args[at] : null;
    if (index == null || index.sort != Sort.I32 || !index.hasBits()) {
      return null;
    }
    return new Target(Cell.of(array, index, (int) index.bits(), element), coordinates);
  }

  /** After a call that may have made an updater or VarHandle. */
  void made(Call call, int result) {
    Handle handle =
        switch (call.name) {
          case "newUpdater", "findVarHandle", "findStaticVarHandle" -> onField(call);
          case "arrayElementVarHandle" -> onArray(call);
          default -> null;
        };
    if (handle != null && result != 0) {
      handles.put(result, handle);
    }
  }

  private Handle onField(Call call) {
    Type owner = null;
    String name = null;
    for (Val v : call.args) {
      Object constant = v.alloc == null ? null : v.alloc.constant;
      if (constant instanceof Type type && owner == null) {
        owner = type;
      } else if (constant instanceof String string) {
        name = string;
      }
    }
    FieldInfo f =
        owner == null || name == null ? null : s.classes.declared(owner.getInternalName(), name);
    return f == null ? null : new Handle(f, f.sort());
  }

  private static Handle onArray(Call call) {
    Object constant = call.args[0].alloc == null ? null : call.args[0].alloc.constant;
    return constant instanceof Type type && type.getSort() == Type.ARRAY
        ? new Handle(null, Sorts.of(type.getElementType().getDescriptor()))
        : null;
  }
}
