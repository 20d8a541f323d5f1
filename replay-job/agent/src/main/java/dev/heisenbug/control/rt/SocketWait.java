package dev.heisenbug.control.rt;

import java.io.FileDescriptor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.util.function.BooleanSupplier;

/** A thread's wait for a descriptor: whether it is over can be asked at any time, by anybody. */
class SocketWait {
  /** The JDK's own way to ask; what cannot be asked is ready, so that its user sees why. */
  private static Method poll;

  private static Method newDescriptor;

  private final Object[] question;
  private final long since = System.nanoTime();
  private final long limit;

  /** Whether the socket is not closed, for a virtual thread: nothing else ends its wait then. */
  private final BooleanSupplier open;

  /**
   * @param nanos time limit in real time, negative for none
   * @param open null for a platform thread
   */
  SocketWait(FileDescriptor fd, int events, long nanos, BooleanSupplier open) {
    question = new Object[] {fd, events, 0L};
    limit = nanos;
    this.open = open;
  }

  boolean isReady() {
    return isClosed() || ask(question) != 0;
  }

  /** Whether the socket was closed meanwhile; known of virtual threads' alone. */
  boolean isClosed() {
    return open != null && !open.getAsBoolean();
  }

  /** Whether an interrupt ends the wait. */
  boolean isInterruptible() {
    return open != null;
  }

  /** Whether as much time has passed, outside, as the program wanted to wait. */
  boolean isLate() {
    return limit >= 0 && System.nanoTime() - since >= limit;
  }

  /** What can be done with the descriptor, after at most so many milliseconds. */
  static int poll(FileDescriptor fd, int events, long millis) {
    return ask(new Object[] {fd, events, millis});
  }

  private static Method available;
  private static Method localAddress;

  /** Finds what threads that play other processes need: they must not load it at any time. */
  static void prepare() {
    try {
      available = method("sun.nio.ch.Net", "available", FileDescriptor.class);
      localAddress = method("sun.nio.ch.Net", "localAddress", FileDescriptor.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How many bytes can be read at once. */
  static int available(FileDescriptor fd) {
    try {
      return (int) available.invoke(null, fd);
    } catch (ReflectiveOperationException e) {
      return -1;
    }
  }

  /** Where a socket is bound; null if it is none of the internet. */
  static InetSocketAddress localAddress(FileDescriptor fd) {
    try {
      return (InetSocketAddress) localAddress.invoke(null, fd);
    } catch (ReflectiveOperationException | ClassCastException e) {
      return null;
    }
  }

  /** The descriptor of a channel of the JDK's own. */
  static FileDescriptor descriptor(Object channel) {
    try {
      return (FileDescriptor) method(channel.getClass().getName(), "getFD").invoke(channel);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static FileDescriptor descriptor(int number) {
    Ctl.enterWeaver();
    try {
      if (newDescriptor == null) {
        newDescriptor = method("sun.nio.ch.IOUtil", "newFD", int.class);
      }
      return (FileDescriptor) newDescriptor.invoke(null, number);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      Ctl.leaveWeaver();
    }
  }

  /** What the JDK does for virtual threads. */
  static void park(int number, int events, long nanos, BooleanSupplier open) {
    try {
      method("sun.nio.ch.Poller", "poll", int.class, int.class, long.class, BooleanSupplier.class)
          .invoke(null, number, events, nanos, open);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How often is asked differs from run to run, and reflection draws hashes: they do not count. */
  private static int ask(Object[] question) {
    Ctl.enterWeaver();
    try {
      if (poll == null) {
        poll = method("sun.nio.ch.Net", "poll", FileDescriptor.class, int.class, long.class);
      }
      return (int) poll.invoke(null, question);
    } catch (InvocationTargetException e) {
      return -1;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      Ctl.leaveWeaver();
    }
  }

  static Method method(String type, String name, Class<?>... parameters)
      throws ReflectiveOperationException {
    Method method = Class.forName(type, true, null).getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }
}
