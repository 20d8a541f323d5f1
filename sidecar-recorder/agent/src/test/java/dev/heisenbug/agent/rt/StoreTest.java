package dev.heisenbug.agent.rt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.stream.Codes;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The size cap, also one that makes no sense: a wrong number must not kill the program. */
class StoreTest {
  @TempDir Path temp;

  @Test
  void aCapThatIsTooLowOrNegativeStillHoldsSomething() throws Exception {
    for (long cap : new long[] {1, 64 << 10, -5}) {
      File file = temp.resolve("events-" + cap).toFile();
      Store store = new Store(file, cap);
      assertThat(store.chunk(512, 1, 0)).isNotZero();
      while (store.closedFor() == 0) {
        store.chunk(1 << 16, 1, 1);
      }
      assertThat(store.closedFor()).isEqualTo(Codes.CAP);
      assertThat(file.length()).isEqualTo(1 << 20);
    }
  }

  @Test
  void capsAreReadWithUnitsAndDoNotOverflow() {
    assertThat(Settings.parse("cap=64k").cap()).isEqualTo(64 << 10);
    assertThat(Settings.parse("cap=2m").cap()).isEqualTo(2 << 20);
    assertThat(Settings.parse("cap=9999999999g").cap()).isPositive();
  }
}
