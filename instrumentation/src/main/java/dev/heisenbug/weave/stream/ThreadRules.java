package dev.heisenbug.weave.stream;

/** Which threads belong to the creation-order tree; the same when recording and re-executing. */
public final class ThreadRules {
  private ThreadRules() {}

  /** Threads that the JDK starts for itself at moments of its own choosing are outside the tree. */
  public static boolean inTree(Thread thread) {
    String type = thread.getClass().getName();
    if (isOfHttpClient(thread, type)) {
      return true;
    }
    return !type.startsWith("jdk.internal.")
        && !type.startsWith("sun.")
        && !type.startsWith("dev.heisenbug.agent.")
        && !type.startsWith("dev.heisenbug.control.")
        && !thread.getName().equals("process reaper")
        && !isPoller(thread, type);
  }

  /** They run what the program hands over, at moments that follow from what the program does. */
  private static boolean isOfHttpClient(Thread thread, String type) {
    return type.startsWith("jdk.internal.net.http.")
        || type.equals("jdk.internal.misc.InnocuousThread")
            && thread.getName().startsWith("HttpClient-");
  }

  /** Some of the threads that wait for sockets on behalf of virtual ones are virtual themselves. */
  private static boolean isPoller(Thread thread, String type) {
    return type.equals("java.lang.VirtualThread") && thread.getName().startsWith("SubPoller-");
  }
}
