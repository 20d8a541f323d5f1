package dev.heisenbug.weave.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Frames of what futures throw come from where the program failed. */
class CausesTest {
  private static final StackTraceElement JDK = frame("java.util.concurrent.CompletableFuture");
  private static final StackTraceElement PROGRAM = frame("com.acme.Shop");

  @Test
  void anExceptionWithAFrameOfTheProgramSpeaksForItself() {
    Throwable cause = at(new IllegalStateException(), frame("com.acme.Other"));
    assertThat(Causes.frames(at(new CompletionException(cause), JDK, PROGRAM)))
        .containsExactly(JDK, PROGRAM);
  }

  @Test
  void aWrapperMadeByTheJdkShowsTheFramesOfItsCause() {
    Throwable cause = at(new IllegalStateException(), PROGRAM);
    assertThat(Causes.frames(at(new CompletionException(cause), JDK))).containsExactly(PROGRAM);
  }

  @Test
  void withoutAnyFrameOfTheProgramItKeepsItsOwn() {
    Throwable cause = at(new IllegalStateException());
    assertThat(Causes.frames(at(new CompletionException(cause), JDK))).containsExactly(JDK);
  }

  @Test
  void aCycleOfCausesEnds() {
    Throwable a = at(new IllegalStateException("a"), JDK);
    Throwable b = at(new IllegalStateException("b", a), JDK);
    a.initCause(b);
    assertThat(Causes.frames(a)).containsExactly(JDK);
  }

  @Test
  void theOriginIsThatOfTheInnermostCause() {
    StackTraceElement other = frame("com.acme.Other");
    Throwable cause = at(new IllegalStateException(at(new RuntimeException(), other)), PROGRAM);
    assertThat(Causes.origin(at(new CompletionException(cause), PROGRAM))).isEqualTo(other);
    assertThat(Causes.origin(at(new IllegalStateException(), PROGRAM))).isNull();
  }

  private static Throwable at(Throwable t, StackTraceElement... frames) {
    t.setStackTrace(frames);
    return t;
  }

  private static StackTraceElement frame(String type) {
    return new StackTraceElement(type, "run", null, 7);
  }
}
