package dev.heisenbug.nativerec.fail;

import dev.heisenbug.nativerec.perf.Mapping;
import dev.heisenbug.nativerec.sys.Regs;
import dev.heisenbug.nativerec.trace.StoppedProcess;
import dev.heisenbug.nativerec.trace.TracedThread;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a thread is and what called it, as {@code file+0xoffset}, the same in every run whatever
 * the addresses. Without unwinding tables: words on the stack that follow a call instruction, so a
 * stale one may be among them; a debugger with the core file knows better.
 */
final class StackFrames {
  private static final int SCAN = 4096;
  private static final int MOST = 16;

  private final StoppedProcess process;
  private final List<Mapping> code;

  StackFrames(StoppedProcess process) {
    this.process = process;
    this.code = process.mappings().stream().filter(Mapping::executable).toList();
  }

  List<String> of(TracedThread thread) {
    List<String> frames = new ArrayList<>();
    Regs regs = process.registers(thread);
    if (regs == null) {
      return frames;
    }
    frames.add(place(regs.ip()));
    byte[] stack = new byte[SCAN];
    int size = process.read(regs.get(Regs.RSP), stack, SCAN);
    ByteBuffer words = ByteBuffer.wrap(stack, 0, size).order(ByteOrder.LITTLE_ENDIAN);
    while (words.remaining() >= 8 && frames.size() < MOST) {
      long word = words.getLong();
      if (find(word) != null && followsCall(word)) {
        frames.add(place(word));
      }
    }
    return frames;
  }

  /** The innermost frame in the program's own file, else the innermost of all. */
  String own(List<String> frames) {
    String program = fileName(programFile());
    return frames.stream()
        .filter(f -> f.startsWith(program + "+"))
        .findFirst()
        .orElse(frames.isEmpty() ? "?" : frames.get(0));
  }

  private String programFile() {
    // The program comes first in the address space, before its libraries.
    return code.stream().filter(Mapping::hasFile).map(Mapping::file).findFirst().orElse("?");
  }

  private Mapping find(long address) {
    for (Mapping m : code) {
      if (m.contains(address)) {
        return m;
      }
    }
    return null;
  }

  private boolean followsCall(long address) {
    byte[] before = new byte[7];
    if (process.read(address - 7, before, 7) < 7) {
      return false;
    }
    if (before[2] == (byte) 0xe8) {
      return true;
    }
    for (int size = 2; size <= 7; size++) {
      int at = 7 - size;
      if (before[at] == (byte) 0xff && (before[at + 1] >> 3 & 7) == 2) {
        return true;
      }
    }
    return false;
  }

  private String place(long address) {
    Mapping m = find(address);
    return m == null
        ? "0x" + Long.toHexString(address)
        : fileName(m.file()) + "+0x" + Long.toHexString(address - m.start() + m.offset());
  }

  private static String fileName(String file) {
    return file.startsWith("/") ? Path.of(file).getFileName().toString() : file;
  }
}
