package dev.heisenbug.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.agent.rt.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class is woven once for all runs of a command, as long as it is the same class. */
class WovenClassesTest {
  private static final byte[] CLASS = {1, 2, 3, 4};
  private static final byte[] WOVEN = {9, 8, 7};

  @TempDir Path folder;

  private WovenClasses cache(String more) {
    return WovenClasses.of(Settings.parse("cache=" + folder + more));
  }

  @Test
  void whatOneRunKeptTheNextFinds() {
    cache("").keep("a/B", CLASS, WOVEN, "1 method without paths");
    WovenClasses.Woven found = cache("").find("a/B", CLASS);
    assertThat(found.bytes).isEqualTo(WOVEN);
    assertThat(found.note).isEqualTo("1 method without paths");
  }

  @Test
  void aClassThatStaysAsItIsNeedNotBeLookedAtAgain() {
    cache("").keep("a/B", CLASS, null, "");
    assertThat(cache("").find("a/B", CLASS).bytes).isNull();
  }

  @Test
  void anotherClassOrAnotherPurposeIsWovenAnew() {
    cache("").keep("a/B", CLASS, WOVEN, "");
    assertThat(cache("").find("a/B", new byte[] {1, 2, 3, 5})).isNull();
    assertThat(cache("").find("a/C", CLASS)).isNull();
    assertThat(cache(",noise=3").find("a/B", CLASS)).isNull();
    assertThat(cache(",noise=3,delays=3").find("a/B", CLASS)).isNull();
    cache(",noise=3").keep("a/B", CLASS, CLASS, "");
    assertThat(cache(",noise=4").find("a/B", CLASS).bytes).isEqualTo(CLASS);
  }

  @Test
  void aFolderThatIsGoneOnlyCostsTime() throws Exception {
    Files.delete(folder);
    assertThat(cache("").keep("a/B", CLASS, WOVEN, "").bytes).isEqualTo(WOVEN);
    assertThat(cache("").find("a/B", CLASS)).isNull();
    Files.createDirectory(folder);
    cache("").keep("a/B", CLASS, WOVEN, "");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).as("no halves").hasSize(1);
    }
  }

  @Test
  void theFolderIsNoPartOfWhatARecordingSaysOfItself() {
    assertThat(Settings.parse("cache=x,cap=2m").all()).containsOnlyKeys("cap");
  }
}
