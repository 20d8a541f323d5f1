package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.ThreadRules;

/** Tells the JDK's housekeeping threads from the program's. */
final class ThreadKinds {
  private ThreadKinds() {}

  /** The same threads as the recorder leaves out, wherever their class stands among the parents. */
  static boolean outsideControl(Thread t) {
    for (Class<?> c = t.getClass(); c != null && c != Thread.class; c = c.getSuperclass()) {
      String n = c.getName();
      if (n.equals("jdk.internal.misc.CarrierThread")
          || n.equals("jdk.internal.misc.InnocuousThread")
          || n.startsWith("dev.heisenbug.")
          || n.startsWith("sun.")) {
        return true;
      }
    }
    return !ThreadRules.inTree(t) || isScheduler(t) || t.getName().startsWith("process reaper");
  }

  /** Whether a thread outside control may wake one inside with news from the world. */
  static boolean servesTheProgram(Thread t) {
    String type = t.getClass().getName();
    return !type.startsWith("dev.heisenbug.")
        && !type.equals("jdk.internal.misc.CarrierThread")
        && !isScheduler(t);
  }

  /** Whether it only makes virtual threads runnable again: those that park, those that block. */
  private static boolean isScheduler(Thread t) {
    return t.getName().startsWith("VirtualThread-un");
  }
}
