package dev.heisenbug.agent.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Stack frames as the failure files have them. */
final class Frames {
  private static final int KEPT = 64;
  private static final int IN_SIGNATURE = 3;
  private static final int CALLERS = 4;
  private static final String[] NOT_THE_PROGRAM = {
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.heisenbug.agent."
  };

  private Frames() {}

  /** {@code class.method:line}, innermost first, without the recorder's own frames. */
  static List<String> of(StackTraceElement[] stack) {
    List<String> frames = new ArrayList<>();
    for (StackTraceElement element : stack) {
      if (frames.size() < KEPT && !element.getClassName().startsWith("dev.heisenbug.agent.")) {
        frames.add(
            element.getClassName() + "." + element.getMethodName() + ":" + element.getLineNumber());
      }
    }
    return frames;
  }

  /** The innermost frame of the program itself, or null. */
  static StackTraceElement innermost(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (ofProgram(frame.getClassName())) {
        return frame;
      }
    }
    return null;
  }

  /** The innermost frames of the program itself that call each other directly, a few at most. */
  static StackTraceElement[] innermostOnes(StackTraceElement[] stack) {
    int from = 0;
    while (from < stack.length && !ofProgram(stack[from].getClassName())) {
      from++;
    }
    int to = from;
    while (to < stack.length && to < from + CALLERS && ofProgram(stack[to].getClassName())) {
      to++;
    }
    return Arrays.copyOfRange(stack, from, to);
  }

  /** The innermost frames of the program itself. */
  static List<String> top(List<String> frames) {
    List<String> top = new ArrayList<>();
    for (String frame : frames) {
      if (top.size() < IN_SIGNATURE && ofProgram(frame)) {
        top.add(frame);
      }
    }
    return top;
  }

  static boolean ofProgram(String frame) {
    for (String prefix : NOT_THE_PROGRAM) {
      if (frame.startsWith(prefix)) {
        return false;
      }
    }
    return true;
  }
}
