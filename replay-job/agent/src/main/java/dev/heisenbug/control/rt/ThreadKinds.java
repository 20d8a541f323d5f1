package dev.heisenbug.control.rt;

/** Tells the JDK's housekeeping threads from the program's. */
final class ThreadKinds {
  private ThreadKinds() {}

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
    String name = t.getName();
    return name.startsWith("VirtualThread-unparker") || name.startsWith("process reaper");
  }
}
