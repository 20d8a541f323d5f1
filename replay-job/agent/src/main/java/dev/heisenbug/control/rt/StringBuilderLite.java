package dev.heisenbug.control.rt;

/** Collects lines; our own, because the JDK's string builders are woven. */
final class StringBuilderLite {
  private char[] chars = new char[1 << 12];
  private int size;

  void line(String... fields) {
    for (int i = 0; i < fields.length; i++) {
      if (i > 0) {
        add("\t");
      }
      add(fields[i]);
    }
    add("\n");
  }

  private void add(String s) {
    if (size + s.length() > chars.length) {
      char[] bigger = new char[Math.max(chars.length * 2, size + s.length())];
      System.arraycopy(chars, 0, bigger, 0, size);
      chars = bigger;
    }
    s.getChars(0, s.length(), chars, size);
    size += s.length();
  }

  @Override
  public String toString() {
    return new String(chars, 0, size);
  }
}
