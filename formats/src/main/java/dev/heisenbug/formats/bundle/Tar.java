package dev.heisenbug.formats.bundle;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The part of ustar that bundles need: regular files in one folder. */
final class Tar {
  private static final int BLOCK = 512;
  private static final int NAME = 100;

  private Tar() {}

  static void write(List<Path> files, OutputStream out) throws IOException {
    for (Path file : files) {
      long size = Files.size(file);
      out.write(header(file.getFileName().toString(), size));
      Files.copy(file, out);
      out.write(new byte[(int) (-size & BLOCK - 1)]);
    }
    out.write(new byte[2 * BLOCK]);
  }

  /** Extracts into an existing folder; names with a path in them are refused. */
  static void read(InputStream in, Path folder) throws IOException {
    while (true) {
      byte[] header = in.readNBytes(BLOCK);
      if (header.length < BLOCK) {
        throw new EOFException("the archive ends early");
      }
      if (header[0] == 0) {
        return;
      }
      checkSum(header);
      String name = text(header, 0, NAME);
      if (name.isEmpty() || name.contains("/") || name.contains("\\") || name.startsWith(".")) {
        throw new BundleException(
            BundleState.FOREIGN, "This is another archive than a bundle: it has '" + name + "'.");
      }
      copy(in, folder.resolve(name), octal(header, 124, 12));
    }
  }

  private static void copy(InputStream in, Path file, long size) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      long left = size;
      while (left > 0) {
        int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (count < 0) {
          throw new EOFException("the archive ends early");
        }
        write(out, buffer, count, file);
        left -= count;
      }
    }
    in.skipNBytes(-size & BLOCK - 1);
  }

  /** A disk that is full is no fault of the archive. */
  private static void write(OutputStream out, byte[] bytes, int count, Path file)
      throws FileSystemException {
    try {
      out.write(bytes, 0, count);
    } catch (IOException e) {
      throw new FileSystemException(file.toString(), null, e.getMessage());
    }
  }

  private static byte[] header(String name, long size) throws IOException {
    byte[] header = new byte[BLOCK];
    if (name.length() > NAME - 1) {
      throw new IOException("the file name " + name + " is too long for a bundle");
    }
    put(header, 0, name);
    put(header, 100, "0000644");
    put(header, 108, "0000000");
    put(header, 116, "0000000");
    put(header, 124, String.format("%011o", size));
    put(header, 136, "00000000000");
    put(header, 156, "0");
    put(header, 257, "ustar");
    put(header, 263, "00");
    put(header, 148, String.format("%06o", sum(header)));
    header[155] = ' ';
    return header;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static void checkSum(byte[] header) throws IOException {
    if (octal(header, 148, 7) != sum(header)) {
      throw new IOException("the archive has a damaged header");
    }
  }

  /** The sum of the bytes of a header whose checksum field counts as spaces. */
  private static int sum(byte[] header) {
    int sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xFF;
    }
    return sum;
  }

  private static String text(byte[] header, int at, int length) {
    int end = at;
    while (end < at + length && header[end] != 0) {
      end++;
    }
    return new String(header, at, end - at, StandardCharsets.US_ASCII);
  }

  private static long octal(byte[] header, int at, int length) throws IOException {
    try {
      return Long.parseLong(text(header, at, length).trim(), 8);
    } catch (NumberFormatException e) {
      throw new IOException("the archive has a damaged header", e);
    }
  }
}
