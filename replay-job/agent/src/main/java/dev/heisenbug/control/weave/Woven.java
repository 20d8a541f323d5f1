package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.ClassDefs;
import java.util.List;

/** A class before and after weaving, with everything that the result depends on. */
final class Woven {
  final String name;
  final Level level;
  final byte[] original;

  /** The woven class file, or null if there was nothing to weave. */
  final byte[] code;

  final ClassDefs defs;

  /** A method that was left as it is, and why, or empty. */
  final String note;

  /** Other class files that were looked at. */
  final List<Seen> seen;

  Woven(
      String name,
      Level level,
      byte[] original,
      byte[] code,
      ClassDefs defs,
      String note,
      List<Seen> seen) {
    this.name = name;
    this.level = level;
    this.original = original;
    this.code = code;
    this.defs = defs;
    this.note = note;
    this.seen = seen;
  }

  /** A class file that was looked at, told by size and checksum; absent ones have size -1. */
  static final class Seen {
    static final int ABSENT = -1;
    final String path;
    final int size;
    final long checksum;

    Seen(String path, int size, long checksum) {
      this.path = path;
      this.size = size;
      this.checksum = checksum;
    }
  }
}
