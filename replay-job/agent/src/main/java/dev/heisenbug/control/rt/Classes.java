package dev.heisenbug.control.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Asks the JVM whether a class is initialised, through its internal {@code Unsafe}. */
public final class Classes {
  private static MethodHandle shouldBeInitialized;

  private Classes() {}

  /** Binds the JDK's answer; the agent has opened the package before. */
  public static void bind() throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    Object instance = unsafe.getMethod("getUnsafe").invoke(null);
    shouldBeInitialized =
        MethodHandles.lookup()
            .findVirtual(
                unsafe, "shouldBeInitialized", MethodType.methodType(boolean.class, Class.class))
            .bindTo(instance);
  }

  static boolean initialised(Class<?> c) {
    try {
      return shouldBeInitialized == null || !(boolean) shouldBeInitialized.invokeExact(c);
    } catch (Throwable e) {
      return true;
    }
  }
}
