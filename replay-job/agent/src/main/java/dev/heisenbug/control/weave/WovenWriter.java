package dev.heisenbug.control.weave;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes a {@link WovenFile} in one go, under a name of its own until it is whole. */
final class WovenWriter {
  private final String key;
  private final List<String> foundation;
  private final List<byte[]> entries = new ArrayList<>();
  private final List<Integer> hashes = new ArrayList<>();
  private int nextMethod;
  private int nextSite;

  WovenWriter(String key, List<String> foundation) {
    this.key = key;
    this.foundation = foundation;
  }

  void add(Woven w) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(w.level.ordinal());
      utf(out, w.name);
      put(out, w.original);
      put(out, w.code == null ? new byte[0] : w.code);
      out.writeInt(w.defs.firstMethod());
      out.writeInt(w.defs.methods());
      out.writeInt(w.defs.firstSite());
      out.writeInt(w.defs.sites());
      put(out, w.defs.records());
      utf(out, w.note);
      out.writeInt(w.seen.size());
      for (Woven.Seen s : w.seen) {
        utf(out, s.path);
        out.writeInt(s.size);
        out.writeLong(s.checksum);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int methods = w.defs.firstMethod() + w.defs.methods();
    int sites = w.defs.firstSite() + w.defs.sites();
    add(w.name, w.level, methods, sites, bytes.toByteArray());
  }

  void add(String name, Level level, int methodsEnd, int sitesEnd, byte[] entry) {
    nextMethod = Math.max(nextMethod, methodsEnd);
    nextSite = Math.max(nextSite, sitesEnd);
    entries.add(entry);
    hashes.add(WovenFile.hash(name, level));
  }

  /** Writes everything; what cannot be written is woven again next time. */
  void write(File file) {
    File part =
        new File(file.getPath() + "." + ProcessHandle.current().pid() + "." + System.nanoTime());
    try {
      byte[] header = header();
      try (FileOutputStream out = new FileOutputStream(part);
          DataOutputStream d = new DataOutputStream(new java.io.BufferedOutputStream(out))) {
        d.writeLong(WovenFile.MAGIC);
        d.writeInt(WovenFile.crc(header, 0, header.length));
        put(d, header);
        for (byte[] e : entries) {
          d.writeInt(e.length);
          d.writeInt(WovenFile.crc(e, 0, e.length));
          d.write(e);
        }
      }
      if (!part.renameTo(file)) {
        part.delete();
      }
    } catch (IOException | RuntimeException e) {
      part.delete();
    }
  }

  private byte[] header() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    utf(out, key);
    out.writeInt(nextMethod);
    out.writeInt(nextSite);
    out.writeInt(foundation == null ? -1 : foundation.size());
    if (foundation != null) {
      for (String name : foundation) {
        utf(out, name);
      }
    }
    int slots = Integer.highestOneBit(Math.max(4, entries.size())) * 4;
    out.writeInt(slots);
    for (int offset : table(slots, WovenFile.PREFIX + out.size() + 4 * slots)) {
      out.writeInt(offset);
    }
    return bytes.toByteArray();
  }

  private int[] table(int slots, int start) {
    int[] table = new int[slots];
    int offset = start;
    for (int i = 0; i < entries.size(); i++) {
      int slot = hashes.get(i) & slots - 1;
      while (table[slot] != 0) {
        slot = slot + 1 & slots - 1;
      }
      table[slot] = offset;
      offset = Math.addExact(offset, 8 + entries.get(i).length);
    }
    return table;
  }

  private static void utf(DataOutputStream out, String s) throws IOException {
    put(out, s.getBytes(StandardCharsets.UTF_8));
  }

  private static void put(DataOutputStream out, byte[] b) throws IOException {
    out.writeInt(b.length);
    out.write(b);
  }
}
