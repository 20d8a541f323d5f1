package dev.heisenbug.record.bench.workloads;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** I/O-like: writes a file of lines, reads it back and parses every character. */
record Lines(int count) implements Workload {
  @Override
  public long run() throws IOException {
    Path file = Files.createTempFile("lines", ".txt");
    try {
      try (BufferedWriter out = Files.newBufferedWriter(file)) {
        for (int i = 0; i < count; i++) {
          out.write("id=" + i + ";value=" + i * 7 % 1000 + ";name=item" + i % 97);
          out.newLine();
        }
      }
      return parse(file);
    } finally {
      Files.delete(file);
    }
  }

  private static long parse(Path file) throws IOException {
    long sum = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        for (int i = 0; i < line.length(); i++) {
          char c = line.charAt(i);
          if (c >= '0' && c <= '9') {
            sum += c - '0';
          } else if (c == ';') {
            sum += 1000;
          }
        }
      }
    }
    return sum;
  }

  @Override
  public long branches() {
    return count * 33L * 3;
  }
}
