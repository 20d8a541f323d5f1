package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A run ends early at the failure that was recorded, not at another one of the same class. */
class ExpectedTest {
  @Test
  void theInnermostFramesOfTheProgramDecide() {
    Expected expected = expected("Cache.get:7", "Main.work:4");
    assertThat(expected.exception(thrown("java.util.Map.get:1", "Cache.get:7", "Main.work:4")))
        .isTrue();
    assertThat(expected.exception(thrown("Cache.get:8", "Main.work:4"))).isFalse();
    assertThat(expected.exception(thrown("Cache.get:7"))).isFalse();
  }

  @Test
  void whatIsThrownFurtherInIsAnotherFailure() {
    Expected expected = expected("Main.work:4");
    assertThat(expected.exception(thrown("Main.work:4", "java.lang.Thread.run:9"))).isTrue();
    assertThat(expected.exception(thrown("Parser.next:3", "Main.work:4"))).isFalse();
  }

  @Test
  void threeFramesAreEnoughOfALongStack() {
    Expected expected = expected("A.a:1", "B.b:2", "C.c:3");
    assertThat(expected.exception(thrown("A.a:1", "B.b:2", "C.c:3", "D.d:4"))).isTrue();
    assertThat(expected("A.a:1", "B.b:2").exception(thrown("A.a:1", "B.b:2", "C.c:3"))).isFalse();
  }

  @Test
  void anExceptionWithoutRecordedFramesIsKnownByItsClass() {
    assertThat(expected().exception(thrown("A.a:1"))).isTrue();
    assertThat(expected().exception(new IllegalArgumentException())).isFalse();
  }

  private static Expected expected(String... frames) {
    return new Expected("java.lang.IllegalStateException", frames, null);
  }

  private static Throwable thrown(String... frames) {
    StackTraceElement[] stack = new StackTraceElement[frames.length];
    for (int i = 0; i < frames.length; i++) {
      int line = frames[i].indexOf(':');
      int method = frames[i].lastIndexOf('.', line);
      stack[i] =
          new StackTraceElement(
              frames[i].substring(0, method),
              frames[i].substring(method + 1, line),
              null,
              Integer.parseInt(frames[i].substring(line + 1)));
    }
    Throwable thrown = new IllegalStateException();
    thrown.setStackTrace(stack);
    return thrown;
  }
}
