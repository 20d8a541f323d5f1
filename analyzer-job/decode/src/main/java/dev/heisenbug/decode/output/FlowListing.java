package dev.heisenbug.decode.output;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.CodeBlock;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowSink;
import java.io.PrintWriter;

/**
 * Writes a trace as text: {@code @ sync OFFSET}, {@code ! event}, {@code ? flow error}, or {@code
 * ADDRESS LENGTH [tsc=EARLIEST]} per instruction.
 */
public final class FlowListing implements FlowSink {
  private final PrintWriter out;

  public FlowListing(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void sync(long offset) {
    out.println("@ sync " + Long.toHexString(offset));
  }

  @Override
  public void instructions(FlowBatch batch) {
    for (int run = 0; run < batch.size(); run++) {
      CodeBlock block = batch.block(run);
      for (int i = batch.from(run); i < batch.to(run); i++) {
        out.print(Long.toHexString(block.address(i)) + " " + block.size(i));
        out.println(batch.timed() ? " tsc=" + Long.toUnsignedString(batch.earliest(run)) : "");
      }
    }
  }

  @Override
  public void event(PtEvent ev) {
    StringBuilder s = new StringBuilder("! ").append(ev.type.listed()).append(detail(ev));
    if (ev.statusUpdate) {
      s.append(" (status)");
    }
    if (ev.hasTsc) {
      s.append(" tsc=").append(Long.toUnsignedString(ev.tsc));
    }
    out.println(s);
  }

  @Override
  public void error(PtError error, long ip, long offset) {
    out.println(
        "? flow "
            + error.text()
            + " ip="
            + Long.toHexString(ip)
            + " offset="
            + Long.toHexString(offset));
  }

  private static String detail(PtEvent ev) {
    return switch (ev.type) {
      case ENABLED -> " " + Long.toHexString(ev.ip) + (ev.has(PtEvent.RESUMED) ? " resumed" : "");
      case DISABLED -> ev.ipSuppressed ? "" : " ip=" + Long.toHexString(ev.ip);
      case ASYNC_DISABLED ->
          " at "
              + Long.toHexString(ev.from)
              + (ev.ipSuppressed ? "" : " ip=" + Long.toHexString(ev.ip));
      case ASYNC_BRANCH -> " from " + Long.toHexString(ev.from) + " to " + Long.toHexString(ev.ip);
      case OVERFLOW -> ev.ipSuppressed ? "" : " ip=" + Long.toHexString(ev.ip);
      case EXEC_MODE, CBR -> " " + ev.value;
      case TSX -> " spec=" + bit(ev, PtEvent.SPECULATIVE) + " abort=" + bit(ev, PtEvent.ABORTED);
      case PAGING, ASYNC_PAGING -> " cr3=" + Long.toHexString(ev.value) + " nr=" + ev.aux;
      case VMCS, ASYNC_VMCS, MNT, PTWRITE -> " " + Long.toHexString(ev.value);
      default -> ev.ipSuppressed || ev.ip == 0 ? "" : " ip=" + Long.toHexString(ev.ip);
    };
  }

  private static int bit(PtEvent ev, int flag) {
    return ev.has(flag) ? 1 : 0;
  }
}
