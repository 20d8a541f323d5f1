package dev.heisenbug.agent.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording says of how its program was started. */
class LaunchInfoTest {
  @TempDir Path temp;

  @Test
  void elementsOfAClassPathThatNeverWereAreNotMissedLater() throws Exception {
    Path jar = Files.createFile(temp.resolve("a.jar"));
    String all = String.join(File.pathSeparator, temp + "/none", jar + "", temp + "", "/no/such");
    assertThat(LaunchInfo.classPath(all)).isEqualTo(jar + File.pathSeparator + temp);
    assertThat(LaunchInfo.classPath("")).isEmpty();
  }
}
