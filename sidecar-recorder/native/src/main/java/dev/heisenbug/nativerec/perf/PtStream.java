package dev.heisenbug.nativerec.perf;

import dev.heisenbug.formats.pt.PacketEncoder;
import java.io.IOException;

/** The trace of one virtual core: packets as a processor with user-only tracing sends them. */
public final class PtStream {
  private static final int SYNC_EVERY = 4096;
  private static final int CHUNK = 1 << 18;

  private final int cpu;
  private final SideBand out;
  private final TraceClock clock;
  private final PacketEncoder packets = new PacketEncoder();
  private long written;
  private long lastSync = Long.MIN_VALUE;
  private boolean on;

  public PtStream(int cpu, SideBand out, TraceClock clock) {
    this.cpu = cpu;
    this.out = out;
    this.clock = clock;
  }

  public boolean on() {
    return on;
  }

  public long bytes() {
    return written + packets.size();
  }

  /** User code begins to run at {@code ip}. */
  public void start(long ip) {
    if (syncDue()) {
      sync();
      packets.psbend();
    } else {
      packets.tsc(clock.now());
    }
    packets.tipPge(ip);
    on = true;
  }

  /** The time now, for what runs next. */
  public void time() {
    packets.flushBranches();
    packets.tsc(clock.now());
  }

  public void branch(boolean taken) {
    packets.branch(taken);
  }

  public void indirect(long target) {
    packets.tip(target);
  }

  /** An instruction took control into the kernel. */
  public void leave() {
    packets.tipPgd();
    on = false;
  }

  /** Something else than the instruction at {@code ip} took control away before it. */
  public void interrupt(long ip) {
    packets.fup(ip);
    packets.tipPgd();
    on = false;
  }

  /** Control is at {@code ip}, and how it got there is not known. */
  public void lost(long ip) {
    packets.flushBranches();
    packets.ovf();
    packets.fup(ip);
  }

  /** Gives a sync point when it is time, before the instruction at {@code ip}. */
  public void maybeSync(long ip) throws IOException {
    if (on && syncDue()) {
      sync();
      packets.fup(ip);
      packets.psbend();
    }
    if (packets.size() >= CHUNK) {
      flush();
    }
  }

  private boolean syncDue() {
    return lastSync == Long.MIN_VALUE || bytes() - lastSync >= SYNC_EVERY;
  }

  private void sync() {
    lastSync = bytes();
    packets.psb();
    packets.tsc(clock.now());
    packets.modeExec(true, false, false);
  }

  public void flush() throws IOException {
    byte[] bytes = packets.take();
    if (bytes.length > 0) {
      out.trace(cpu, written, bytes);
      written += bytes.length + 7 & ~7;
    }
  }
}
