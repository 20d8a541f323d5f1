package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.perf.PerfRecord;
import dev.heisenbug.decode.threads.Recording.ProcessEvent;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The code of every recorded process, each brought forward in time as decoding goes on. */
final class AddressSpaces {
  private final Image base;
  private final CodeFiles files;
  private final Map<String, String> buildIds;
  private final Map<Integer, Space> spaces = new HashMap<>();

  /** A process: its code now, and the changes to come. */
  private static final class Space {
    final Deque<ProcessEvent> changes = new ArrayDeque<>();

    /** Something was mapped, or will be. */
    boolean known;

    /** Mappings whose code could not be had, by address. */
    final TreeMap<Long, PerfRecord.Mmap> missing = new TreeMap<>(Long::compareUnsigned);

    BlockCache cache;
  }

  /** {@code base} is in every address space, under what the recording maps. */
  AddressSpaces(Recording recording, Image base, CodeFiles files) {
    this.base = base;
    this.files = files;
    this.buildIds = recording.buildIds();
    for (ProcessEvent e : recording.processEvents()) {
      Space s = space(pidOf(e.record()));
      s.changes.add(e);
      s.known = true;
    }
  }

  private static int pidOf(PerfRecord record) {
    return switch (record) {
      case PerfRecord.Mmap m -> m.pid();
      case PerfRecord.Fork f -> f.pid();
      case PerfRecord.Comm c -> c.pid();
      default -> -1;
    };
  }

  private Space space(int pid) {
    return spaces.computeIfAbsent(
        pid,
        p -> {
          Space s = new Space();
          s.cache = new BlockCache(new Image(base));
          return s;
        });
  }

  /**
   * The code of {@code pid} at perf time {@code time}. That is a lower bound of the real time, so
   * mappings made up to {@code ahead} count too: a mapping too early does no harm, one too late
   * makes a gap.
   */
  BlockCache at(int pid, long time, long ahead) {
    Space s = space(pid);
    while (!s.changes.isEmpty()) {
      ProcessEvent e = s.changes.peek();
      long limit = e.record() instanceof PerfRecord.Mmap ? Math.max(time, ahead) : time;
      if (e.time() > limit) {
        break;
      }
      s.changes.remove();
      apply(s, e);
    }
    return s.cache;
  }

  private void apply(Space s, ProcessEvent e) {
    switch (e.record()) {
      case PerfRecord.Mmap m -> map(s, m);
      case PerfRecord.Fork f -> {
        s.cache = new BlockCache(new Image(at(f.parentPid(), e.time(), e.time()).image()));
        s.missing.putAll(space(f.parentPid()).missing);
      }
      // An exec: the mappings that follow are all there is.
      case PerfRecord.Comm c -> {
        s.cache = new BlockCache(new Image(base));
        s.missing.clear();
      }
      default -> {}
    }
  }

  private void map(Space s, PerfRecord.Mmap m) {
    if (m.length() <= 0) {
      return;
    }
    boolean vdso = m.file().equals("[vdso]");
    Image image = s.cache.image();
    String id = m.buildId() != null ? m.buildId() : buildIds.get(m.file());
    Optional<MemorySegment> code =
        vdso || isFile(m.file()) ? files.open(m.file(), id) : Optional.empty();
    if (code.isPresent()) {
      map(image, m, code.get(), vdso ? 0 : m.fileOffset());
      return;
    }
    // What was there before is gone; only what the user gave for all processes is left.
    image.restore(base, m.address(), m.length());
    s.missing.put(m.address(), m);
  }

  /** Which range lacks code at {@code ip}, for people. */
  String missing(int pid, long ip) {
    Space s = space(pid);
    Map.Entry<Long, PerfRecord.Mmap> e = s.missing.floorEntry(ip);
    if (e != null && Long.compareUnsigned(ip - e.getKey(), e.getValue().length()) < 0) {
      PerfRecord.Mmap m = e.getValue();
      return Long.toHexString(m.address())
          + " to "
          + Long.toHexString(m.address() + m.length() - 1)
          + " of "
          + (m.file().isEmpty() ? "memory without a file" : m.file())
          + " is missing";
    }
    boolean user = ip >= 0;
    return (user && !s.known ? "the recording has no mappings of process " + pid + ", " : "")
        + s.cache.image().hole(ip);
  }

  /** Anonymous memory, devices and the kernel have no file that could be read. */
  private static boolean isFile(String name) {
    return !name.isEmpty()
        && !name.startsWith("[")
        && !name.startsWith("//")
        && !name.startsWith("/dev/")
        && !name.startsWith("/memfd:")
        && !name.startsWith("anon_inode:");
  }

  private static void map(Image image, PerfRecord.Mmap m, MemorySegment data, long offset) {
    long size = Math.min(m.length(), data.byteSize() - offset);
    if (offset >= 0 && size > 0) {
      image.add(new Section(m.address(), size, data.asSlice(offset, size), m.file()));
    }
  }
}
