package dev.heisenbug.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTapeTest {
  @TempDir Path temp;

  @Test
  void everyRunReadsTheWholeInput() throws Exception {
    byte[] input = new byte[300_000];
    new Random(7).nextBytes(input);
    try (InputTape tape = new InputTape(new ByteArrayInputStream(input))) {
      for (int run = 0; run < 2; run++) {
        Process cat = new ProcessBuilder("cat").start();
        tape.feed(cat);
        assertThat(cat.getInputStream().readAllBytes()).isEqualTo(input);
        assertThat(cat.waitFor()).isZero();
      }
      tape.save(temp.resolve("kept"));
      assertThat(Files.readAllBytes(temp.resolve("kept"))).isEqualTo(input);
    }
  }

  @Test
  void aProgramThatDoesNotReadIsNotHeldUp() throws Exception {
    try (InputTape tape = new InputTape(new ByteArrayInputStream(new byte[1 << 20]))) {
      Process deaf = new ProcessBuilder("true").start();
      tape.feed(deaf);
      assertThat(deaf.waitFor()).isZero();
    }
  }

  @Test
  void noInputLeavesNoFile() throws Exception {
    try (InputTape tape = new InputTape(new ByteArrayInputStream(new byte[0]))) {
      Process cat = new ProcessBuilder("cat").start();
      tape.feed(cat);
      assertThat(cat.waitFor()).isZero();
      tape.save(temp.resolve("kept"));
      assertThat(temp.resolve("kept")).doesNotExist();
    }
  }
}
