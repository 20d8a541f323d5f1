package dev.heisenbug.decode.image;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The code of one address space, put together from files. What is added later covers what was
 * there, as a later mmap does. Not safe for writing while others read.
 */
public final class Image {
  private final TreeMap<Long, Section> sections = new TreeMap<>(Long::compareUnsigned);
  private final Set<Long> breakpoints = new HashSet<>();
  private Section last;
  private int generation;

  public Image() {}

  /** A second image with the same content, for a forked process or another thread of ours. */
  public Image(Image o) {
    sections.putAll(o.sections);
    breakpoints.addAll(o.breakpoints);
    generation = o.generation;
  }

  /** Adds a range of code, over whatever is there. */
  public void add(Section section) {
    if (section.size() <= 0) {
      return;
    }
    remove(section.start(), section.size());
    sections.put(section.start(), section);
  }

  /** Takes a range out. */
  public void remove(long start, long size) {
    long lastAddress = start + size - 1;
    Map.Entry<Long, Section> e = sections.floorEntry(lastAddress);
    while (e != null && Long.compareUnsigned(e.getValue().end() - 1, start) >= 0) {
      Section s = e.getValue();
      sections.remove(e.getKey());
      if (Long.compareUnsigned(s.start(), start) < 0) {
        sections.put(s.start(), s.slice(s.start(), start - s.start()));
      }
      if (Long.compareUnsigned(s.end() - 1, lastAddress) > 0) {
        sections.put(lastAddress + 1, s.slice(lastAddress + 1, s.end() - 1 - lastAddress));
      }
      e = sections.lowerEntry(s.start());
    }
    last = null;
    generation++;
  }

  /** Puts back what {@code o} has in a range, and nothing else. */
  public void restore(Image o, long start, long size) {
    remove(start, size);
    long end = start + size - 1;
    for (Section s : o.sections.headMap(end, true).values()) {
      long from = Long.compareUnsigned(s.start(), start) < 0 ? start : s.start();
      long to = Long.compareUnsigned(s.end() - 1, end) < 0 ? s.end() - 1 : end;
      if (Long.compareUnsigned(from, to) <= 0) {
        sections.put(from, s.slice(from, to - from + 1));
      }
    }
  }

  /** The range around {@code address} in which there is no code, for people. */
  public String hole(long address) {
    Map.Entry<Long, Section> below = sections.floorEntry(address);
    Map.Entry<Long, Section> above = sections.higherEntry(address);
    long from = below == null ? 0 : below.getValue().end();
    long to = above == null ? 0 : above.getKey();
    return "no code from " + Long.toHexString(from) + " to " + Long.toHexString(to - 1);
  }

  /** A breakpoint instruction stands at {@code address} until it has been executed once. */
  public void addBreakpoint(long address) {
    breakpoints.add(address);
    generation++;
  }

  public boolean hasBreakpoint(long address) {
    return !breakpoints.isEmpty() && breakpoints.contains(address);
  }

  public boolean hasBreakpoints() {
    return !breakpoints.isEmpty();
  }

  public void clearBreakpoint(long address) {
    if (breakpoints.remove(address)) {
      generation++;
    }
  }

  /** Changes whenever code may have changed: decoded blocks of an older generation are stale. */
  public int generation() {
    return generation;
  }

  public Collection<Section> sections() {
    return sections.values();
  }

  /** Copies up to {@code max} bytes from {@code address} on; how many there were. */
  public int read(long address, byte[] into, int max) {
    int done = 0;
    while (done < max) {
      Section s = sectionAt(address + done);
      if (s == null) {
        return done;
      }
      long offset = address + done - s.start();
      int n = (int) Math.min(max - done, s.size() - offset);
      MemorySegment.copy(s.data(), ValueLayout.JAVA_BYTE, offset, into, done, n);
      done += n;
    }
    return done;
  }

  /** The section an address is in, or null. */
  public Section sectionAt(long address) {
    Section hit = last;
    if (hit != null && hit.contains(address)) {
      return hit;
    }
    Map.Entry<Long, Section> e = sections.floorEntry(address);
    if (e == null || !e.getValue().contains(address)) {
      return null;
    }
    last = e.getValue();
    return last;
  }
}
