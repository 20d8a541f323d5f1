package dev.heisenbug.agent.rt;

import java.lang.reflect.Method;

/** Hides from reflection what weaving has added, so that a program finds the methods it has. */
public final class Reflected {
  /** Added methods are given a log and what their caller has collected, behind everything else. */
  private static final int ADDED = 2;

  private Reflected() {}

  /** What a class is to show of its methods. */
  public static Method[] visible(Method[] all) {
    int hidden = 0;
    for (Method method : all) {
      hidden += isAdded(method) ? 1 : 0;
    }
    if (hidden == 0) {
      return all;
    }
    Method[] shown = new Method[all.length - hidden];
    int next = 0;
    for (Method method : all) {
      if (!isAdded(method)) {
        shown[next++] = method;
      }
    }
    return shown;
  }

  private static boolean isAdded(Method method) {
    int count = method.getParameterCount();
    return method.isSynthetic()
        && count >= ADDED
        && method.getParameterTypes()[count - ADDED] == Log.class;
  }
}
