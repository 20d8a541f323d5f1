package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.ArrayList;
import java.util.List;

/** An object made by an instruction, or a constant, from before the log first gives its number. */
final class Alloc {
  /** A field set before the object had a number. */
  record Pending(FieldInfo field, Val value) {}

  /** Internal name of its class, or a descriptor for arrays. */
  final String type;

  /** Array length, or null. */
  final Val length;

  /** The constant of an LDC, or null. */
  final Object constant;

  final List<Pending> pending = new ArrayList<>();

  /** Reference number once known. */
  long ref;

  int object;

  /** Class and arguments of the library constructor that ran on it, if one did. */
  String constructor;

  Val[] constructorArgs;

  Alloc(String type, Val length, Object constant) {
    this.type = type;
    this.length = length;
    this.constant = constant;
  }
}
