package dev.heisenbug.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TagsTest {
  @TempDir Path folder;

  @Test
  void readsTagsUntilTheFirstOtherLine() throws IOException {
    Tags tags =
        read("// kind: exit", "// jdk: 21", "// model: pso", "// failure: exit 3", "//", "// x: y");
    assertThat(tags).isEqualTo(new Tags(Kind.EXIT, 21, Model.PSO, List.of("exit 3")));
  }

  @Test
  void keepsAllFailures() throws IOException {
    Tags tags =
        read(
            "// kind: exception",
            "// jdk: 17",
            "// model: sc",
            "// failure: a.B",
            "// failure: c.D");
    assertThat(tags.failures()).containsExactly("a.B", "c.D");
  }

  @Test
  void namesTheMissingTag() {
    assertThatThrownBy(() -> read("// kind: hang", "// jdk: 17"))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("'model' is missing");
  }

  @Test
  void refusesUnknownTagsAndValues() {
    assertThatThrownBy(() -> read("// sort: hang")).hasMessageContaining("'sort' is unknown");
    assertThatThrownBy(() -> read("// kind: maybe")).hasMessageContaining("cannot be 'maybe'");
    assertThatThrownBy(() -> read("// kind: hang", "// jdk: new")).hasMessageContaining("number");
  }

  private Tags read(String... lines) throws IOException {
    return Tags.read(Files.write(folder.resolve("Main.java"), List.of(lines)));
  }
}
