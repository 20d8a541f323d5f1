package dev.heisenbug.nativerec.fail;

import dev.heisenbug.nativerec.perf.Mapping;
import dev.heisenbug.nativerec.sys.Regs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The notes of a core file: threads with their registers, the process, and its mapped files. */
final class CoreNotes {
  private static final int PRSTATUS = 1;
  private static final int FPREGSET = 2;
  private static final int PRPSINFO = 3;
  private static final int AUXV = 6;
  private static final int FILE = 0x46494c45;
  private static final int STATUS_SIZE = 336;
  private static final int REGISTERS_AT = 112;
  private static final int PROCESS_SIZE = 136;
  private static final int PAGE = 4096;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  private void note(int type, byte[] content) {
    ByteBuffer b = buffer(20 + (content.length + 3 & ~3));
    b.putInt(5).putInt(content.length).putInt(type).put("CORE\0\0\0\0".getBytes(UTF8));
    out.writeBytes(b.put(content).array());
  }

  private static final java.nio.charset.Charset UTF8 = StandardCharsets.UTF_8;

  void status(int tid, int pid, int signal, Regs regs) {
    ByteBuffer b = buffer(STATUS_SIZE);
    b.putInt(signal).putInt(0).putInt(0).putShort((short) signal);
    b.putInt(32, tid).putInt(36, pid);
    b.position(REGISTERS_AT);
    b.put(regs.data().toArray(ValueLayout.JAVA_BYTE));
    b.putInt(1);
    note(PRSTATUS, b.array());
  }

  void process(int pid) {
    ByteBuffer b = buffer(PROCESS_SIZE);
    b.put(new byte[] {0, 'R', 0, 0}).position(24);
    b.putInt(pid).position(40);
    byte[] name = read("/proc/" + pid + "/comm");
    b.put(Arrays.copyOf(name, Math.min(15, Math.max(0, name.length - 1)))).position(56);
    byte[] command = read("/proc/" + pid + "/cmdline");
    for (int i = 0; i < command.length; i++) {
      command[i] = command[i] == 0 ? (byte) ' ' : command[i];
    }
    b.put(Arrays.copyOf(command, Math.min(79, command.length)));
    note(PRPSINFO, b.array());
  }

  void floatingPoint(byte[] registers) {
    note(FPREGSET, registers);
  }

  void auxiliaryVector(int pid) {
    note(AUXV, read("/proc/" + pid + "/auxv"));
  }

  void files(List<Mapping> mappings) {
    List<Mapping> files = mappings.stream().filter(Mapping::hasFile).toList();
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    ByteBuffer b = buffer(16 + 24 * files.size());
    b.putLong(files.size()).putLong(PAGE);
    for (Mapping m : files) {
      b.putLong(m.start()).putLong(m.end()).putLong(m.offset() / PAGE);
      names.writeBytes(m.file().getBytes(UTF8));
      names.write(0);
    }
    byte[] all = Arrays.copyOf(b.array(), b.capacity() + names.size());
    System.arraycopy(names.toByteArray(), 0, all, b.capacity(), names.size());
    note(FILE, all);
  }

  private static byte[] read(String file) {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
