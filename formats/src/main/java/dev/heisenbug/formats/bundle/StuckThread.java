package dev.heisenbug.formats.bundle;

import java.util.List;

/**
 * What one thread of a deadlock or hang was doing.
 *
 * @param thread tree id
 * @param name the thread's name
 * @param state the Java thread state, or {@code SPINNING}
 * @param waitsFor class of the object that it waits for, or null
 * @param frames innermost first
 */
public record StuckThread(
    String thread, String name, String state, String waitsFor, List<String> frames) {
  public StuckThread {
    frames = frames == null ? List.of() : List.copyOf(frames);
  }
}
