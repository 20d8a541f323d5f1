package dev.heisenbug.analyzer.jvm.runlog;

/**
 * A woven method.
 *
 * @param classFile number of the class file it is in, or -1 when the log holds none
 */
public record MethodDef(int id, String owner, String name, String desc, int access, int classFile) {
  /** One of its instructions, as plans and places name it. */
  public String site(int instruction) {
    return owner + "." + name + desc + "@" + instruction;
  }

  MethodDef in(int file) {
    return new MethodDef(id, owner, name, desc, access, file);
  }
}
