package dev.heisenbug.nativerec.fail;

import dev.heisenbug.nativerec.perf.Mapping;
import dev.heisenbug.nativerec.sys.Regs;
import dev.heisenbug.nativerec.trace.StoppedProcess;
import dev.heisenbug.nativerec.trace.TracedThread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a core file as the kernel would, for gdb and the analyzer. The kernel's own would have our
 * breakpoints in it, and many systems write none.
 */
public final class CoreFile {
  private static final int PAGE = 4096;
  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;
  private static final int PT_LOAD = 1;
  private static final int PT_NOTE = 4;

  /** Memory beyond this is left out, and the segment says so by its size. */
  private static final long MOST = 1L << 30;

  private final StoppedProcess process;
  private final int signal;

  private CoreFile(StoppedProcess process, int signal) {
    this.process = process;
    this.signal = signal;
  }

  /** Writes the core of a process that {@code signal} ends (0: a deadlock). */
  public static void write(StoppedProcess process, int signal, Path file) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      new CoreFile(process, signal).write(out);
    }
  }

  /** A mapping and how much of it is kept. */
  private record Segment(Mapping mapping, long kept) {}

  private void write(FileChannel out) throws IOException {
    List<Segment> segments = segments();
    byte[] notes = notes();
    int count = segments.size() + 1;
    long notesAt = HEADER + (long) PROGRAM_HEADER * count;
    long at = notesAt + notes.length + PAGE - 1 & -PAGE;
    ByteBuffer head = CoreNotes.buffer((int) notesAt);
    elfHeader(head, count);
    programHeader(head, PT_NOTE, 0, notesAt, 0, notes.length, 0);
    for (Segment s : segments) {
      Mapping m = s.mapping;
      int flags = (m.readable() ? 4 : 0) | (m.writable() ? 2 : 0) | (m.executable() ? 1 : 0);
      programHeader(head, PT_LOAD, flags, at, m.start(), s.kept, m.size());
      at += s.kept;
    }
    put(out, head.flip(), 0);
    put(out, ByteBuffer.wrap(notes), notesAt);
    long data = notesAt + notes.length + PAGE - 1 & -PAGE;
    for (Segment s : segments) {
      copy(s, out, data);
      data += s.kept;
    }
  }

  /** What a program wrote is kept; of files only the first page, as the kernel does. */
  private List<Segment> segments() {
    List<Segment> list = new ArrayList<>();
    long total = 0;
    for (Mapping m : process.mappings()) {
      if (!m.readable() || m.file().equals("[vvar]") || m.file().equals("[vsyscall]")) {
        continue;
      }
      boolean own = m.writable() || !m.hasFile();
      long kept = own ? Math.min(m.size(), MOST - total & -PAGE) : Math.min(m.size(), PAGE);
      total += kept;
      list.add(new Segment(m, kept));
    }
    return list;
  }

  private void copy(Segment s, FileChannel out, long at) throws IOException {
    byte[] page = new byte[PAGE];
    for (long done = 0; done < s.kept; done += PAGE) {
      int n = process.read(s.mapping.start() + done, page, PAGE);
      if (n > 0) {
        put(out, ByteBuffer.wrap(page, 0, n), at + done);
      }
    }
    if (s.kept > 0 && out.size() < at + s.kept) {
      put(out, ByteBuffer.wrap(new byte[1]), at + s.kept - 1);
    }
  }

  private static void put(FileChannel out, ByteBuffer bytes, long at) throws IOException {
    long where = at;
    while (bytes.hasRemaining()) {
      where += out.write(bytes, where);
    }
  }

  private static void elfHeader(ByteBuffer b, int count) {
    b.putInt(0x464c457f).putInt(0x00010102).putLong(0);
    b.putShort((short) 4).putShort((short) 62).putInt(1).putLong(0).putLong(HEADER).putLong(0);
    b.putInt(0).putShort((short) HEADER).putShort((short) PROGRAM_HEADER);
    b.putShort((short) count).putShort((short) 64).putShort((short) 0).putShort((short) 0);
  }

  private static void programHeader(
      ByteBuffer b, int type, int flags, long offset, long address, long kept, long size) {
    b.putInt(type).putInt(flags).putLong(offset).putLong(address).putLong(0);
    b.putLong(kept).putLong(size).putLong(type == PT_LOAD ? PAGE : 4);
  }

  private byte[] notes() {
    CoreNotes notes = new CoreNotes();
    boolean first = true;
    for (TracedThread t : process.threads()) {
      Regs regs = process.registers(t);
      if (regs != null) {
        notes.status(t.tid(), process.pid(), signal, regs);
        if (first) {
          notes.process(process.pid());
        }
        notes.floatingPoint(process.floatingPoint(t));
        first = false;
      }
    }
    notes.auxiliaryVector(process.pid());
    notes.files(process.mappings());
    return notes.bytes();
  }
}
