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

/** The code of every recorded process, each brought forward in time as decoding goes on. */
final class AddressSpaces {
  private final Image base;
  private final CodeFiles files;
  private final Map<String, String> buildIds;
  private final Map<Integer, Space> spaces = new HashMap<>();

  /** A process: its code now, and the changes to come. */
  private static final class Space {
    final Deque<ProcessEvent> changes = new ArrayDeque<>();
    BlockCache cache;
  }

  /** {@code base} is in every address space, under what the recording maps. */
  AddressSpaces(Recording recording, Image base, CodeFiles files) {
    this.base = base;
    this.files = files;
    this.buildIds = recording.buildIds();
    for (ProcessEvent e : recording.processEvents()) {
      space(pidOf(e.record())).changes.add(e);
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
      case PerfRecord.Mmap m -> map(s.cache.image(), m);
      case PerfRecord.Fork f ->
          s.cache = new BlockCache(new Image(at(f.parentPid(), e.time(), e.time()).image()));
      // An exec: the mappings that follow are all there is.
      case PerfRecord.Comm c -> s.cache = new BlockCache(new Image(base));
      default -> {}
    }
  }

  private void map(Image image, PerfRecord.Mmap m) {
    boolean vdso = m.file().equals("[vdso]");
    if (m.length() <= 0 || !vdso && !isFile(m.file())) {
      return;
    }
    String id = m.buildId() != null ? m.buildId() : buildIds.get(m.file());
    files.open(m.file(), id).ifPresent(d -> map(image, m, d, vdso ? 0 : m.fileOffset()));
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
