package dev.heisenbug.control.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The few things that only internals of the JDK can do. */
public final class Classes {
  private static MethodHandle shouldBeInitialized;
  private static MethodHandle park;
  private static MethodHandle unpark;
  private static Object instance;

  private Classes() {}

  /** Binds the JDK's answer; the agent has opened the package before. */
  public static void bind() throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    instance = unsafe.getMethod("getUnsafe").invoke(null);
    shouldBeInitialized =
        MethodHandles.lookup()
            .findVirtual(
                unsafe, "shouldBeInitialized", MethodType.methodType(boolean.class, Class.class))
            .bindTo(instance);
    park =
        MethodHandles.lookup()
            .findVirtual(
                unsafe, "park", MethodType.methodType(void.class, boolean.class, long.class))
            .bindTo(instance);
    unpark =
        MethodHandles.lookup()
            .findVirtual(unsafe, "unpark", MethodType.methodType(void.class, Object.class))
            .bindTo(instance);
  }

  /** Something for the JVM to do at the very end, behind the program's shutdown hooks. */
  static void registerShutdownHook(int slot, Runnable hook) throws ReflectiveOperationException {
    Class<?> access = Class.forName("jdk.internal.access.JavaLangAccess");
    Object java =
        Class.forName("jdk.internal.access.SharedSecrets")
            .getMethod("getJavaLangAccess")
            .invoke(null);
    access
        .getMethod("registerShutdownHook", int.class, boolean.class, Runnable.class)
        .invoke(java, slot, false, hook);
  }

  /** Answers with the thread that carries the calling one; null before virtual threads. */
  static MethodHandle currentCarrier() throws ReflectiveOperationException {
    Class<?> access = Class.forName("jdk.internal.access.JavaLangAccess");
    Object java =
        Class.forName("jdk.internal.access.SharedSecrets")
            .getMethod("getJavaLangAccess")
            .invoke(null);
    try {
      return MethodHandles.lookup()
          .findVirtual(access, "currentCarrierThread", MethodType.methodType(Thread.class))
          .bindTo(java);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  static Object unsafe() {
    return instance;
  }

  /** Whether the JDK speaks of references, as it does since 12. */
  static boolean hasReferences() {
    return Runtime.version().feature() >= 12;
  }

  /** The JVM's own park, for threads that are not controlled. */
  static void park(boolean absolute, long time) {
    try {
      park.invokeExact(absolute, time);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The JVM's own unpark. */
  static void unpark(Object thread) {
    try {
      unpark.invokeExact(thread);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  static boolean initialised(Class<?> c) {
    try {
      return shouldBeInitialized == null || !(boolean) shouldBeInitialized.invokeExact(c);
    } catch (Throwable e) {
      return true;
    }
  }
}
