package dev.heisenbug.control.rt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The methods and sites of one woven class: their numbers, which are part of the woven code, and
 * their records for {@code defs.log}. Names are made from the records only when asked for.
 */
public final class ClassDefs {
  private final int firstMethod;
  private final int firstSite;
  private final int methodLimit;
  private final int siteLimit;
  private int methods;
  private int sites;
  private ByteArrayOutputStream written;
  private ByteSink sink;
  private byte[] records;
  private String[] methodNames;
  private String[] siteNames;

  /** Numbers for a class that is about to be woven. */
  ClassDefs(int firstMethod, int methodLimit, int firstSite, int siteLimit) {
    this.firstMethod = firstMethod;
    this.methodLimit = methodLimit;
    this.firstSite = firstSite;
    this.siteLimit = siteLimit;
    written = new ByteArrayOutputStream();
    sink = new ByteSink(written, Long.MAX_VALUE, 1024);
  }

  /** Those of a class that was woven before. */
  public ClassDefs(int firstMethod, int methods, int firstSite, int sites, byte[] records) {
    this(firstMethod, methods, firstSite, sites);
    this.methods = methods;
    this.sites = sites;
    this.records = records;
  }

  /** Returns the number of a method that is about to be woven. */
  public int method(String owner, String name, String desc, int access) {
    if (methods == methodLimit) {
      throw new IllegalStateException("more methods than the class has");
    }
    int id = firstMethod + methods++;
    sink.mark(Defs.METHOD);
    sink.uint(id);
    sink.utf(owner);
    sink.utf(name);
    sink.utf(desc);
    sink.uint(access);
    return id;
  }

  /** Returns the number of one instruction of a woven method. */
  public int site(int method, int instruction, int line, String member) {
    if (sites == siteLimit) {
      throw new IllegalStateException("more sites than the class has instructions");
    }
    int id = firstSite + sites++;
    sink.mark(Defs.SITE);
    sink.uint(id);
    sink.uint(method);
    sink.uint(instruction);
    sink.sint(line);
    sink.utf(member);
    return id;
  }

  public int firstMethod() {
    return firstMethod;
  }

  public int methods() {
    return methods;
  }

  public int firstSite() {
    return firstSite;
  }

  public int sites() {
    return sites;
  }

  /** The records as they stand in {@code defs.log}. */
  public byte[] records() {
    if (records == null) {
      sink.flush();
      records = written.toByteArray();
      sink = null;
      written = null;
    }
    return records;
  }

  int methodEnd() {
    return firstMethod + methodLimit;
  }

  int siteEnd() {
    return firstSite + siteLimit;
  }

  boolean hasMethod(int id) {
    return id >= firstMethod && id < firstMethod + methods;
  }

  boolean hasSite(int id) {
    return id >= firstSite && id < firstSite + sites;
  }

  String methodName(int id) {
    decode();
    return methodNames[id - firstMethod];
  }

  String siteName(int id) {
    decode();
    return siteNames[id - firstSite];
  }

  private void decode() {
    if (siteNames != null) {
      return;
    }
    methodNames = new String[methods];
    siteNames = new String[sites];
    Reader in = new Reader(records());
    while (in.at < in.data.length) {
      if (in.data[in.at++] == Defs.METHOD) {
        int id = in.uint();
        methodNames[id - firstMethod] = in.utf() + "." + in.utf() + in.utf();
        in.uint();
      } else {
        int id = in.uint();
        int method = in.uint();
        siteNames[id - firstSite] = methodNames[method - firstMethod] + "@" + in.uint();
        in.uint();
        in.utf();
      }
    }
  }

  /** Reads what {@link ByteSink} wrote. */
  private static final class Reader {
    private final byte[] data;
    private int at;

    Reader(byte[] data) {
      this.data = data;
    }

    int uint() {
      int value = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = data[at++];
        value |= (b & 0x7f) << shift;
        if (b >= 0) {
          return value;
        }
      }
    }

    String utf() {
      int length = uint();
      at += length;
      return new String(data, at - length, length, StandardCharsets.UTF_8);
    }
  }
}
