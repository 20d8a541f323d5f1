package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.ClassDefs;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A file of woven classes, as {@link WovenWriter} wrote it: header, hash table, entries.
 *
 * <p>Header with table and every entry have a checksum of their own; what does not fit its checksum
 * is as if it were not there.
 */
final class WovenFile {
  static final long MAGIC = 0x4842574f56454e31L;

  /** Bytes before the checked part of the header: magic, its checksum, its length. */
  static final int PREFIX = 16;

  private final byte[] data;
  private final ByteBuffer in;
  private final int nextMethod;
  private final int nextSite;
  private final List<String> foundation;
  private final int table;
  private final int slots;

  private WovenFile(byte[] data, ByteBuffer in) {
    this.data = data;
    this.in = in;
    nextMethod = in.getInt();
    nextSite = in.getInt();
    int names = in.getInt();
    foundation = names < 0 ? null : new ArrayList<>(names);
    for (int i = 0; i < names; i++) {
      foundation.add(utf(in));
    }
    slots = in.getInt();
    table = in.position();
  }

  /** Reads the file, or returns null if there is none, or none for this key. */
  static WovenFile read(File file, String key) {
    try (FileInputStream stream = new FileInputStream(file)) {
      byte[] data = stream.readNBytes((int) Math.min(file.length(), Integer.MAX_VALUE - 8));
      ByteBuffer in = ByteBuffer.wrap(data);
      if (data.length < PREFIX || in.getLong() != MAGIC) {
        return null;
      }
      int checksum = in.getInt();
      int length = in.getInt();
      if (length < 0 || length > data.length - PREFIX || crc(data, PREFIX, length) != checksum) {
        return null;
      }
      return utf(in).equals(key) ? new WovenFile(data, in) : null;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  static int crc(byte[] data, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(data, from, length);
    return (int) crc.getValue();
  }

  static int hash(String name, Level level) {
    int h = name.hashCode() * 31 + level.ordinal();
    return h ^ h >>> 15;
  }

  long size() {
    return data.length;
  }

  int nextMethod() {
    return nextMethod;
  }

  int nextSite() {
    return nextSite;
  }

  List<String> foundation() {
    return foundation;
  }

  int firstSlot(String name, Level level) {
    return hash(name, level) & slots - 1;
  }

  int nextSlot(int slot) {
    return slot + 1 & slots - 1;
  }

  /** Position of the entry in a slot, 0 if the slot is free. */
  int entry(int slot) {
    return in.getInt(table + 4 * slot);
  }

  List<Integer> entries() {
    List<Integer> result = new ArrayList<>();
    for (int i = 0; i < slots; i++) {
      if (entry(i) != 0 && intact(entry(i))) {
        result.add(entry(i));
      }
    }
    return result;
  }

  boolean isOf(int entry, String name, Level level) {
    if (!intact(entry)) {
      return false;
    }
    ByteBuffer e = payload(entry);
    return e.get() == level.ordinal() && utf(e).equals(name);
  }

  private boolean intact(int entry) {
    if (entry < 0 || entry > data.length - 8) {
      return false;
    }
    int length = in.getInt(entry);
    return length >= 0
        && length <= data.length - entry - 8
        && crc(data, entry + 8, length) == in.getInt(entry + 4);
  }

  private ByteBuffer payload(int entry) {
    return ByteBuffer.wrap(data, entry + 8, in.getInt(entry));
  }

  /** The class if {@code original} is what it was woven from, else null. */
  Woven woven(int entry, String name, Level level, byte[] original) {
    ByteBuffer e = payload(entry);
    e.get();
    skip(e);
    int length = e.getInt();
    int from = e.position();
    if (!Arrays.equals(data, from, from + length, original, 0, original.length)) {
      return null;
    }
    e.position(from + length);
    byte[] code = bytes(e);
    ClassDefs defs = new ClassDefs(e.getInt(), e.getInt(), e.getInt(), e.getInt(), bytes(e));
    String note = utf(e);
    List<Woven.Seen> seen = new ArrayList<>();
    for (int n = e.getInt(); n > 0; n--) {
      seen.add(new Woven.Seen(utf(e), e.getInt(), e.getLong()));
    }
    return new Woven(name, level, original, code.length == 0 ? null : code, defs, note, seen);
  }

  /** Hands an entry on as it is. */
  void copy(int entry, WovenWriter to) {
    ByteBuffer e = payload(entry);
    Level level = Level.values()[e.get()];
    String name = utf(e);
    skip(e);
    skip(e);
    int nextMethod = e.getInt() + e.getInt();
    int nextSite = e.getInt() + e.getInt();
    byte[] raw = Arrays.copyOfRange(data, entry + 8, entry + 8 + in.getInt(entry));
    to.add(name, level, nextMethod, nextSite, raw);
  }

  private static void skip(ByteBuffer from) {
    int length = from.getInt();
    from.position(from.position() + length);
  }

  private static byte[] bytes(ByteBuffer from) {
    byte[] b = new byte[from.getInt()];
    from.get(b);
    return b;
  }

  private static String utf(ByteBuffer from) {
    return new String(bytes(from), StandardCharsets.UTF_8);
  }
}
