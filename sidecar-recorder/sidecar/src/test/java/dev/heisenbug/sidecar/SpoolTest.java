package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.transfer.FailureNote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final FailureNote NOTE = new FailureNote("exit", "exit", "exit:1", null, null);

  @TempDir Path folder;

  @Test
  void bundlesSurviveARestartAndAreForgottenAfterTheUpload() throws IOException {
    add(new Spool(folder, 1000), "1-1", 100);
    Spool again = new Spool(folder, 1000);
    assertThat(again.has("1-1")).isTrue();
    assertThat(again.entries()).hasSize(1);
    assertThat(again.entries().get(0).request().bytes()).isEqualTo(100);
    again.remove(again.entries().get(0));
    assertThat(again.entries()).isEmpty();
    assertThat(again.has("1-1")).as("never sealed twice").isTrue();
  }

  @Test
  void theOldestGivesWayWhenThereIsNoRoom() throws IOException, InterruptedException {
    Spool spool = new Spool(folder, 250);
    add(spool, "1-1", 100);
    Thread.sleep(5);
    add(spool, "2-1", 100);
    Thread.sleep(5);
    add(spool, "3-1", 100);
    assertThat(spool.entries())
        .extracting(e -> e.request().recording())
        .containsExactly("2-1", "3-1");
  }

  @Test
  void whatNeverFitsIsDropped() throws IOException {
    Spool spool = new Spool(folder, 50);
    add(spool, "1-1", 100);
    assertThat(spool.entries()).isEmpty();
    assertThat(spool.has("1-1")).isTrue();
  }

  private void add(Spool spool, String name, int bytes) throws IOException {
    Path packed = Files.write(folder.resolve(name + ".packed"), new byte[bytes]);
    spool.add(name, packed, "app", NOTE, "jvm", 0.1);
  }
}
