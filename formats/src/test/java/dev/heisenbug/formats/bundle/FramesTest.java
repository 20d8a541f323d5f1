package dev.heisenbug.formats.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** People see the methods that they have written. */
class FramesTest {
  @Test
  void aLambdaMadeOfAMethodReferenceIsTheMethodAroundIt() {
    assertThat(Frames.readable("a.B.lambda$lambda$build$1$heisenbug$0:14"))
        .isEqualTo("a.B.lambda$build$1:14");
    assertThat(Frames.readable("a.B.lambda$main$heisenbug$12:34")).isEqualTo("a.B.main:34");
    assertThat(Frames.readable("a.B.lambda$main$0:34")).isEqualTo("a.B.lambda$main$0:34");
  }

  @Test
  void noLineIsLeftOut() {
    assertThat(Frames.readable("a.Shelf.stock:-1")).isEqualTo("a.Shelf.stock");
    assertThat(Frames.readable("a.B.c:3 in java.util.D.e:-1"))
        .isEqualTo("a.B.c:3 in java.util.D.e");
    assertThat(Frames.readable("a.Shelf.stock:-12")).isEqualTo("a.Shelf.stock:-12");
  }
}
