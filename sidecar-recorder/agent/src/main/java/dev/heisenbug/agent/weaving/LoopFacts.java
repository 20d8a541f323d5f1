package dev.heisenbug.agent.weaving;

import dev.heisenbug.weave.WaitingLoops;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Answers the watchdog's question whether a thread stands in a loop that only another thread can
 * end: its own, or the nearest one of a caller. Class files are read when it is asked, which is
 * seldom.
 */
final class LoopFacts implements Predicate<StackTraceElement[]> {
  private final Supplier<ClassLoader[]> loaders;
  private final Map<StackTraceElement, WaitingLoops.Kind> known = new HashMap<>();

  /**
   * @param loaders those that have defined classes of the program
   */
  LoopFacts(Supplier<ClassLoader[]> loaders) {
    this.loaders = loaders;
  }

  @Override
  public boolean test(StackTraceElement[] frames) {
    for (StackTraceElement frame : frames) {
      WaitingLoops.Kind kind = known.computeIfAbsent(frame, this::read);
      if (kind != WaitingLoops.Kind.NO_LOOP) {
        return kind == WaitingLoops.Kind.WAITS;
      }
    }
    return false;
  }

  private WaitingLoops.Kind read(StackTraceElement frame) {
    String owner = frame.getClassName().replace('.', '/');
    return WaitingLoops.at(this::classFile, owner, frame.getMethodName(), frame.getLineNumber());
  }

  private byte[] classFile(String name) {
    for (ClassLoader loader : loaders.get()) {
      try (InputStream in = loader.getResourceAsStream(name + ".class")) {
        if (in != null) {
          return in.readAllBytes();
        }
      } catch (IOException | RuntimeException unreadable) {
        // As if it were not there: nothing is known of it.
      }
    }
    return null;
  }
}
