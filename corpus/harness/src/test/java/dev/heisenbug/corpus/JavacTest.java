package dev.heisenbug.corpus;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavacTest {
  @TempDir Path folder;

  @Test
  void aWarningIsAnErrorThatNamesTheProgram() throws IOException {
    Files.writeString(
        folder.resolve("Main.java"),
        "class Main { java.util.List raw = new java.util.ArrayList(); }");
    CorpusProgram program =
        new CorpusProgram("sloppy", Expectation.HOLDS, Kind.NONE, 17, Model.SC, List.of(), folder);
    assertThatThrownBy(() -> program.compile(Path.of(System.getProperty("java.home")), folder))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("sloppy")
        .hasMessageContaining("rawtypes");
  }

  @Test
  void aFolderWithoutJdkIsRefused() {
    CorpusProgram program =
        new CorpusProgram("p", Expectation.HOLDS, Kind.NONE, 17, Model.SC, List.of(), folder);
    assertThatThrownBy(() -> program.compile(folder.resolve("none"), folder))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("no JDK at");
  }
}
