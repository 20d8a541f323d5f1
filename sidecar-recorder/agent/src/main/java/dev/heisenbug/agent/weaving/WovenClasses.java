package dev.heisenbug.agent.weaving;

import dev.heisenbug.agent.rt.Settings;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Classes that an earlier run of the same command has woven: until one of them fails a program may
 * be started a hundred times, and weaving takes longer than most of them run.
 *
 * <p>One file per class, told by its name and content and by what it was woven for, that appears
 * with all it has to have. What cannot be read or written is woven.
 */
final class WovenClasses {
  private final File folder;
  private final String kind;

  private WovenClasses(File folder, String kind) {
    this.folder = folder;
    this.kind = kind;
  }

  /** A class as it is to be defined, null if it stays as it is, and what there is to say of it. */
  static final class Woven {
    final byte[] bytes;
    final String note;

    Woven(byte[] bytes, String note) {
      this.bytes = bytes;
      this.note = note;
    }
  }

  static WovenClasses of(Settings settings) {
    File folder = settings.cache() == null ? null : new File(settings.cache());
    String noise = settings.noise() == 0 ? "" : "n";
    String network = settings.network() ? "s" : "";
    return new WovenClasses(folder, noise + (settings.delays() == 0 ? "" : "d") + network);
  }

  /** What an earlier run made of a class, or null. */
  Woven find(String name, byte[] original) {
    if (folder == null) {
      return null;
    }
    File file = new File(folder, key(name, original));
    return file.exists() ? read(file) : null;
  }

  /** Leaves a class for later runs. */
  Woven keep(String name, byte[] original, byte[] bytes, String note) {
    Woven woven = new Woven(bytes, note);
    if (folder != null) {
      write(new File(folder, key(name, original)), woven);
    }
    return woven;
  }

  private String key(String name, byte[] original) {
    CRC32 crc = new CRC32();
    crc.update(original);
    Adler32 adler = new Adler32();
    adler.update(original);
    return Long.toHexString(crc.getValue() << 32 | adler.getValue())
        + "-"
        + Integer.toHexString(original.length)
        + "-"
        + Integer.toHexString(name.hashCode())
        + kind;
  }

  private static Woven read(File file) {
    try (DataInputStream in = new DataInputStream(new FileInputStream(file))) {
      String note = in.readUTF();
      byte[] bytes = in.readAllBytes();
      return new Woven(bytes.length == 0 ? null : bytes, note);
    } catch (IOException e) {
      return null;
    }
  }

  private static void write(File file, Woven woven) {
    File part = new File(file.getPath() + "." + System.nanoTime());
    boolean done = false;
    try (DataOutputStream out = new DataOutputStream(new FileOutputStream(part))) {
      out.writeUTF(woven.note);
      if (woven.bytes != null) {
        out.write(woven.bytes);
      }
      done = true;
    } catch (IOException e) {
      // The next run weaves again.
    }
    if (!done || !part.renameTo(file)) {
      part.delete();
    }
  }
}
