package dev.heisenbug.formats.bundle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The woven classes of a recording with the checksums of their original bytes. */
public final class ClassList {
  /**
   * One class.
   *
   * @param crc32 of the bytes that the class loader brought
   * @param note empty, what was left out, or after {@code !} why it was not woven
   */
  public record Entry(String name, long crc32, int length, String note) {
    public boolean woven() {
      return !note.startsWith("!");
    }
  }

  private ClassList() {}

  /** Reads {@code classes.tsv}; a last line that a crash cut off is left out. */
  public static List<Entry> read(Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    if (!Files.exists(file)) {
      return entries;
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    int at = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      entries.add(parse(text.substring(at, end)));
      at = end + 1;
    }
    return entries;
  }

  private static Entry parse(String line) throws BundleException {
    String[] parts = line.split("\t", -1);
    try {
      if (parts.length == 4) {
        return new Entry(
            parts[0], Long.parseLong(parts[1], 16), Integer.parseInt(parts[2]), parts[3]);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new BundleException(BundleState.CORRUPT, "The list of classes is damaged.");
  }
}
