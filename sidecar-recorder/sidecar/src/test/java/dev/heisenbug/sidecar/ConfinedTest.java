package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfinedTest {
  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void container() throws IOException {
    root = Files.createDirectories(folder.resolve("root"));
    Files.createDirectories(root.resolve("run/heisenbug"));
    Files.createDirectories(folder.resolve("outside"));
    // As in images of Debian.
    Files.createDirectories(root.resolve("var"));
    Files.createSymbolicLink(root.resolve("var/run"), Path.of("/run"));
  }

  @Test
  void linksMeanWhatTheyMeanInTheContainer() throws IOException {
    try (Confined opened = Confined.open(root, "/var/run/heisenbug")) {
      Files.createFile(opened.path().resolve("mark"));
    }
    assertThat(root.resolve("run/heisenbug/mark")).exists();
  }

  @Test
  void noLinkLeadsOut() throws IOException {
    Files.createSymbolicLink(root.resolve("absolute"), folder.resolve("outside"));
    Files.createSymbolicLink(root.resolve("relative"), Path.of("../outside"));
    Files.createSymbolicLink(root.resolve("magic"), Path.of("/proc/self/cwd"));
    for (String name : new String[] {"absolute", "relative", "magic", "../outside"}) {
      assertThatThrownBy(() -> Confined.open(root, name).close())
          .as(name)
          .isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  void aFolderStaysOpenWhenItsNameIsGone() throws IOException {
    try (Confined opened = Confined.open(root, "run/heisenbug")) {
      Files.move(root.resolve("run/heisenbug"), root.resolve("run/moved"));
      Files.createFile(opened.path().resolve("mark"));
    }
    assertThat(root.resolve("run/moved/mark")).exists();
  }
}
