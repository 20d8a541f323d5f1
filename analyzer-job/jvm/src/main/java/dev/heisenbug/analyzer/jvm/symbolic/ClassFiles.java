package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.MethodDef;
import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import dev.heisenbug.weave.MethodReferences;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The class files of a run, parsed when first needed; knows hierarchy, fields and method code. */
final class ClassFiles {
  private final Definitions defs;
  private final Map<Integer, ClassNode> parsed = new HashMap<>();
  private final Map<Integer, MethodCode> methods = new HashMap<>();
  private final Map<String, FieldInfo> fields = new HashMap<>();
  private final Map<Integer, FieldInfo> siteFields = new HashMap<>();

  ClassFiles(Definitions defs) {
    this.defs = defs;
  }

  Definitions defs() {
    return defs;
  }

  private ClassNode node(int number) {
    return parsed.computeIfAbsent(
        number,
        n -> {
          ClassNode c = new ClassNode();
          try {
            new ClassReader(defs.classFile(n).bytes()).accept(c, ClassReader.EXPAND_FRAMES);
            if (defs.classFile(n).application()) {
              MethodReferences.desugar(c);
            }
          } catch (RuntimeException e) {
            c.name = defs.classFile(n).name();
          }
          return c;
        });
  }

  private ClassNode named(String internalName) {
    int n = defs.classNamed(internalName);
    return n < 0 ? null : node(n);
  }

  boolean isApplication(String internalName) {
    int n = defs.classNamed(internalName);
    return n >= 0 && defs.classFile(n).application();
  }

  /** Code of a method number, or null if its class file is missing or unreadable. */
  MethodCode code(int method) {
    if (methods.containsKey(method)) {
      return methods.get(method);
    }
    MethodCode code = find(defs.method(method));
    methods.put(method, code);
    return code;
  }

  private MethodCode find(MethodDef m) {
    if (m == null || m.classFile() < 0) {
      return null;
    }
    ClassNode c = node(m.classFile());
    for (MethodNode n : c.methods) {
      if (n.name.equals(m.name()) && n.desc.equals(m.desc())) {
        return new MethodCode(m, n);
      }
    }
    return null;
  }

  /** The field a GET or PUT site accesses, or null if the site is none. */
  FieldInfo field(int site) {
    FieldInfo known = siteFields.get(site);
    if (known != null) {
      return known;
    }
    SiteDef s = defs.site(site);
    if (s == null) {
      return null;
    }
    int colon = s.member().indexOf(':');
    int dot = colon < 0 ? -1 : s.member().lastIndexOf('.', colon);
    if (dot < 0) {
      return null;
    }
    FieldInfo f =
        field(
            s.member().substring(0, dot),
            s.member().substring(dot + 1, colon),
            s.member().substring(colon + 1));
    siteFields.put(site, f);
    return f;
  }

  /** Resolves a field as the JVM does: own class, interfaces, superclasses. */
  FieldInfo field(String owner, String name, String desc) {
    Deque<String> todo = new ArrayDeque<>();
    todo.add(owner);
    String last = owner;
    while (!todo.isEmpty()) {
      String type = todo.poll();
      ClassNode c = named(type);
      if (c == null) {
        last = type.equals("java/lang/Object") ? last : type;
        continue;
      }
      for (FieldNode f : c.fields) {
        if (f.name.equals(name) && f.desc.equals(desc)) {
          return intern(type, f.name, f.desc, f.access);
        }
      }
      c.interfaces.forEach(todo::addFirst);
      if (c.superName != null) {
        todo.addLast(c.superName);
      }
    }
    return intern(last, name, desc, 0);
  }

  /** The field of that name in the class itself, whatever its type, or null. */
  FieldInfo declared(String owner, String name) {
    ClassNode c = named(owner);
    if (c != null) {
      for (FieldNode f : c.fields) {
        if (f.name.equals(name)) {
          return intern(owner, f.name, f.desc, f.access);
        }
      }
    }
    return null;
  }

  /** A made-up field for state that lives inside a library object. */
  FieldInfo synthetic(String owner, String name, String desc) {
    return intern(owner, name, desc, Opcodes.ACC_VOLATILE);
  }

  private FieldInfo intern(String owner, String name, String desc, int access) {
    return fields.computeIfAbsent(
        owner + "." + name + ":" + desc,
        k ->
            new FieldInfo(
                fields.size() + 1,
                owner,
                name,
                desc,
                (access & Opcodes.ACC_STATIC) != 0,
                (access & Opcodes.ACC_FINAL) != 0,
                (access & Opcodes.ACC_VOLATILE) != 0,
                isApplication(owner)));
  }

  /** Whether {@code type} is {@code of} or a subtype, as far as class files are known. */
  boolean isSubtype(String type, String of) {
    if (type == null || type.equals(of) || of.equals("java/lang/Object")) {
      return type != null;
    }
    ClassNode c = named(type);
    if (c == null) {
      return false;
    }
    for (String i : c.interfaces) {
      if (isSubtype(i, of)) {
        return true;
      }
    }
    return c.superName != null && isSubtype(c.superName, of);
  }

  /** The first superclass (or the class itself) that is not the program's own. */
  String libraryBase(String internalName) {
    String n = internalName;
    while (n != null && isApplication(n)) {
      n = named(n).superName;
    }
    return n == null ? "java/lang/Object" : n;
  }
}
