package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.stream.Codes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run ends when those that could go on only wait for one that has left its recording. */
class LeftRecordingIT {
  private static final int SIZE = 64;

  @TempDir Path temp;

  static Stream<Path> jdks() {
    return AgentRun.jdks();
  }

  static Stream<String> policies() {
    return Stream.of("clock", "paced");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void nobodyWaitsForAnAnswerOfAStoppedThread(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/left/Main.java"), 17, classes);
    Path recording = Files.write(temp.resolve("events.hbs"), recording());
    AgentRun run = AgentRun.along(jdk, classes, temp.resolve("run"), recording, "clock");
    assertThat(run.outcome()).contains("status\tmismatch");
    assertThat(run.outcome()).anyMatch(line -> line.startsWith("mismatch\t0.1\t"));
    assertThat(run.outcome()).anyMatch(line -> line.matches("thread\t0\t\\d+\tSOCKET\t.*"));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void nobodyLooksForEverForAStoreOfAStoppedThread(String policy) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/spins/Main.java"), 17, classes);
    Path recording = Files.write(temp.resolve("events.hbs"), recording());
    Path jdk = Path.of(System.getProperty("java.home"));
    AgentRun run = AgentRun.along(jdk, classes, temp.resolve("run"), recording, policy);
    assertThat(run.outcome()).anyMatch(line -> line.startsWith("mismatch\t0.1\t"));
    assertThat(run.outcome()).contains("end").doesNotContain("status\ttimeout");
  }

  /** Of the first thread nothing but the beginning is known; the second did nothing. */
  private static byte[] recording() {
    ByteBuffer file = ByteBuffer.allocate(Codes.FILE_HEADER + 2 * SIZE);
    file.order(ByteOrder.LITTLE_ENDIAN);
    file.putLong(Codes.FILE_MAGIC).putInt(Codes.VERSION);
    file.position(Codes.FILE_HEADER);
    thread(file, 1, 0);
    thread(file, 2, 1).put((byte) Codes.THREAD_END).put((byte) 1);
    return file.array();
  }

  private static ByteBuffer thread(ByteBuffer file, int serial, int parent) {
    file.position(Codes.FILE_HEADER + (serial - 1) * SIZE);
    file.putInt(Codes.CHUNK_MAGIC).putInt(SIZE).putInt(serial).putInt(0);
    file.put((byte) Codes.THREAD_START).putLong(serial).put((byte) parent).put((byte) parent);
    return file.put((byte) 0).put((byte) 0);
  }
}
