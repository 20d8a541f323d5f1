package dev.heisenbug.control.rt;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Finds the place in memory of the field that an instruction writes, once for each instruction. */
final class Fields {
  private static final Fields NONE = new Fields(null, 0, -1, true);
  private static int[] sites = new int[1024];
  private static Fields[] found = new Fields[1024];
  private static int count;

  final Object base;
  final long offset;

  /** Bytes, 0 for a reference, -1 if the field could not be found. */
  final int width;

  /** Whether stores there are never delayed: the field is volatile, or could not be found. */
  final boolean immediate;

  private Fields(Object base, long offset, int width, boolean immediate) {
    this.base = base;
    this.offset = offset;
    this.width = width;
    this.immediate = immediate;
  }

  /**
   * Called by the running thread only.
   *
   * @param owner the class that the instruction names
   */
  static Fields of(int site, Class<?> owner, String name, boolean isStatic) {
    int slot = slot(site);
    Fields f = found[slot];
    if (f == null) {
      f = resolve(owner, name, isStatic);
      if (++count * 2 > sites.length) {
        grow();
        slot = slot(site);
      }
      sites[slot] = site;
      found[slot] = f;
    }
    return f;
  }

  private static Fields resolve(Class<?> owner, String name, boolean isStatic) {
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      try {
        Field f = c.getDeclaredField(name);
        if (Modifier.isStatic(f.getModifiers()) == isStatic) {
          return new Fields(
              isStatic ? Slots.base(f) : null,
              Slots.offset(f, isStatic),
              Slots.width(f.getType()),
              Modifier.isVolatile(f.getModifiers()));
        }
      } catch (NoSuchFieldException e) {
        continue;
      } catch (Error e) {
        throw e;
      } catch (Throwable e) {
        return NONE;
      }
    }
    return NONE;
  }

  private static int slot(int site) {
    int mask = sites.length - 1;
    int slot = (site * 0x9E3779B9 >>> 7) & mask;
    while (found[slot] != null && sites[slot] != site) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static void grow() {
    int[] oldSites = sites;
    Fields[] old = found;
    sites = new int[oldSites.length * 2];
    found = new Fields[oldSites.length * 2];
    for (int i = 0; i < old.length; i++) {
      if (old[i] != null) {
        int slot = slot(oldSites[i]);
        sites[slot] = oldSites[i];
        found[slot] = old[i];
      }
    }
  }
}
