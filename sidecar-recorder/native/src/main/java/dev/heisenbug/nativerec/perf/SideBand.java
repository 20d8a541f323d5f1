package dev.heisenbug.nativerec.perf;

import dev.heisenbug.formats.perf.PerfLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** The kernel's records about processes, threads, mappings and switches, written in its stead. */
public final class SideBand {
  private static final int MISC_USER = 2;
  private static final int COMM_SIZE = 16;
  private static final int BUILD_ID_SIZE = 20;

  private final PerfDataWriter out;
  private final TraceClock clock;

  public SideBand(PerfDataWriter out, TraceClock clock) {
    this.out = out;
    this.clock = clock;
  }

  /** Who a record is about and where it happened. */
  public record Where(int pid, int tid, int cpu) {}

  private void end(Where w) {
    out.sampleId(w.pid, w.tid, clock.nanos(clock.now()), w.cpu);
  }

  public void comm(Where w, String name, boolean exec) throws IOException {
    byte[] text = Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), COMM_SIZE);
    text[COMM_SIZE - 1] = 0;
    int misc = MISC_USER | (exec ? PerfLayout.MISC_COMM_EXEC : 0);
    out.kernel(PerfLayout.COMM, misc, 8 + COMM_SIZE).putInt(w.pid).putInt(w.tid).put(text);
    end(w);
  }

  /** Executable memory of {@code w}'s process; {@code buildId} may be null. */
  public void mmap(Where w, Mapping m, String buildId) throws IOException {
    byte[] name = m.file().getBytes(StandardCharsets.UTF_8);
    byte[] text = Arrays.copyOf(name, name.length + 8 & ~7);
    int misc = MISC_USER | (buildId == null ? 0 : PerfLayout.MISC_MMAP_BUILD_ID);
    ByteBuffer b = out.kernel(PerfLayout.MMAP2, misc, 64 + text.length);
    b.putInt(w.pid).putInt(w.tid).putLong(m.start()).putLong(m.size()).putLong(m.offset());
    if (buildId == null) {
      b.putInt(m.major()).putInt(m.minor()).putLong(m.inode()).putLong(0);
    } else {
      byte[] id = Arrays.copyOf(HexFormat.of().parseHex(buildId), BUILD_ID_SIZE);
      b.put((byte) (buildId.length() / 2)).put((byte) 0).putShort((short) 0).put(id);
    }
    b.putInt(m.protection()).putInt(m.shared() ? 1 : 2).put(text);
    end(w);
  }

  public void fork(Where w, int parentPid, int parentTid) throws IOException {
    task(PerfLayout.FORK, w, parentPid, parentTid);
  }

  public void exit(Where w, int parentPid, int parentTid) throws IOException {
    task(PerfLayout.EXIT, w, parentPid, parentTid);
  }

  private void task(int type, Where w, int parentPid, int parentTid) throws IOException {
    ByteBuffer b = out.kernel(type, MISC_USER, 24);
    b.putInt(w.pid).putInt(parentPid).putInt(w.tid).putInt(parentTid);
    b.putLong(clock.nanos(clock.now()));
    end(w);
  }

  public void itraceStart(Where w) throws IOException {
    out.kernel(PerfLayout.ITRACE_START, MISC_USER, 8).putInt(w.pid).putInt(w.tid);
    end(w);
  }

  public void switchIn(Where w) throws IOException {
    out.kernel(PerfLayout.SWITCH, MISC_USER, 0);
    end(w);
  }

  public void switchOut(Where w, boolean preempted) throws IOException {
    int misc =
        MISC_USER | PerfLayout.MISC_SWITCH_OUT | (preempted ? PerfLayout.MISC_SWITCH_PREEMPT : 0);
    out.kernel(PerfLayout.SWITCH, misc, 0);
    end(w);
  }

  /** Announces trace data of a core, and writes it. */
  public void trace(int cpu, long offset, byte[] packets) throws IOException {
    out.kernel(PerfLayout.AUX, 0, 24).putLong(offset).putLong(packets.length).putLong(0);
    end(new Where(-1, -1, cpu));
    out.trace(cpu, offset, clock.now(), packets);
  }
}
