package dev.heisenbug.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Addresses by file and offset: the same from run to run, wherever the kernel puts the file. */
final class CodeAddress {
  private CodeAddress() {}

  /**
   * @param maps a copy of the process's {@code /proc/self/maps}
   */
  static String in(Path maps, long address) throws IOException {
    if (Files.exists(maps)) {
      for (String line : Files.readAllLines(maps)) {
        String[] fields = line.trim().split("\\s+", 6);
        String[] range = fields[0].split("-");
        long start = Long.parseUnsignedLong(range[0], 16);
        long end = Long.parseUnsignedLong(range[1], 16);
        if (fields.length == 6
            && Long.compareUnsigned(address, start) >= 0
            && Long.compareUnsigned(address, end) < 0) {
          long offset = address - start + Long.parseUnsignedLong(fields[2], 16);
          String name = fields[5].substring(fields[5].lastIndexOf('/') + 1);
          return name + "+0x" + Long.toHexString(offset);
        }
      }
    }
    return "0x" + Long.toHexString(address);
  }
}
