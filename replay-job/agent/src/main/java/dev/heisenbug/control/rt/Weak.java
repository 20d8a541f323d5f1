package dev.heisenbug.control.rt;

import dev.heisenbug.weave.LooseAtomics;
import java.lang.reflect.Array;

/**
 * Hooks of a run under TSO or PSO: stores that may be delayed, and everything that must not happen
 * before they are visible.
 *
 * <p>Where a fence is due depends on the thread's own execution alone ({@link CThread#dirty}),
 * never on which stores the schedule happened to delay, so that points keep their numbers.
 */
public final class Weak {
  private Weak() {}

  private static boolean off(CThread t) {
    return t == null || t.bypass > 0 || !Ctl.SCHED.active || t.buffer == null;
  }

  /** Between the point of a store to a field and the store. */
  public static void field(
      Object base, Class<?> owner, String name, CThread t, int site, boolean isStatic) {
    if (off(t) || base == null && !isStatic) {
      return;
    }
    t.bypass++;
    Fields f = Fields.of(site, owner, name, isStatic);
    t.bypass--;
    if (f.immediate) {
      Buffers.drain(t);
    } else {
      t.dirty = true;
      Buffers.store(t, isStatic ? f.base : base, f.offset, f.width, site);
    }
  }

  /** Between the point of a store to an atomic that need not be visible at once, and the store. */
  static void atomic(Object atomic, CThread t, int site) {
    if (off(t) || atomic == null) {
      return;
    }
    // A class of the program's own may hide the field.
    boolean own = atomic.getClass().getClassLoader() != null;
    t.bypass++;
    Fields f = own ? null : Fields.of(site, atomic.getClass(), LooseAtomics.FIELD, false);
    t.bypass--;
    if (f == null || f.width < 0) {
      Buffers.drain(t);
    } else {
      t.dirty = true;
      Buffers.store(t, atomic, f.offset, f.width, site);
    }
  }

  /**
   * The same where the atomic, or a handle, is told by arguments what to store to.
   *
   * @param first an object or array, or null
   * @param index an index, or 0
   */
  static void atomic(Object handle, Object first, int index, CThread t, int site) {
    if (off(t) || handle == null) {
      return;
    }
    t.bypass++;
    HandlePlaces place = HandlePlaces.of(handle, first, index);
    t.bypass--;
    if (place == null) {
      Buffers.drain(t);
    } else {
      t.dirty = true;
      Buffers.store(t, place.base, place.offset, place.width, site);
    }
  }

  /** Between the point of a store to an array element and the store. */
  public static void element(Object array, int index, CThread t, int site) {
    if (off(t) || array == null || index < 0 || index >= Array.getLength(array)) {
      return;
    }
    t.dirty = true;
    Class<?> type = array.getClass();
    int width = Slots.width(type.getComponentType());
    Buffers.store(t, array, Slots.offset(type, index), width, site);
  }

  /** Before a call that leaves woven code with something that other code could get at. */
  public static void call(CThread t, int site) {
    if (!off(t)) {
      fence(t, site);
    }
  }

  /** A place of its own where others may run, and then all earlier stores are visible. */
  static void fence(CThread t, int site) {
    if (t.dirty) {
      fencePoint(t, site);
    }
  }

  /** The point of an operation before which all earlier stores become visible. */
  static void fencePoint(CThread t, int site) {
    if (t.buffer != null && t.buffer.size() > 0 && Ctl.SCHED.current == t) {
      Ctl.SCHED.policy.fencing(t);
    }
    Ctl.point(t, site);
    Buffers.drain(t);
    Hashes.renew(t);
  }

  /** At the end of a constructor that wrote final fields, or where the JDK makes such an object. */
  public static void freeze(CThread t) {
    if (!off(t)) {
      t.buffer.barrier();
    }
  }

  /** At the entry of a method: the thread if other than woven code called it, else null. */
  public static CThread entered(CThread t, int tag) {
    return t != null && t.buffer != null && t.callTag != tag ? t : null;
  }

  /** Before a return or throw out of woven code, if {@code caller} says that it is one. */
  public static void leaving(CThread caller, int site) {
    if (!off(caller)) {
      fence(caller, site);
    }
  }
}
