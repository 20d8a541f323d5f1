package dev.heisenbug.decode.vectors;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventType;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowSink;
import java.util.ArrayList;
import java.util.List;

/** Writes a flow the way libipt's ptxed does, so that its expectations can be compared. */
final class PtxedNotation implements FlowSink {
  private final String options;
  private final Sideband sideband;
  private final List<String> lines = new ArrayList<>();
  private long instructions;

  PtxedNotation(String options, Sideband sideband) {
    this.options = options;
    this.sideband = sideband;
  }

  List<String> lines() {
    boolean all = Vector.has(options, "--stat") && !options.contains("--stat:");
    if (all || Vector.has(options, "--stat:insn")) {
      lines.add("insn: " + instructions + ".");
    }
    return lines;
  }

  @Override
  public void sync(long offset) {
    sideband.start();
  }

  @Override
  public void instructions(FlowBatch batch) {
    instructions += batch.instructions();
    if (Vector.has(options, "--quiet")) {
      return;
    }
    for (int run = 0; run < batch.size(); run++) {
      for (int i = batch.from(run); i < batch.to(run); i++) {
        String mark = batch.speculative() ? "? " : "";
        lines.add(mark + String.format("%016x", batch.block(run).address(i)));
      }
    }
  }

  @Override
  public void event(PtEvent ev) {
    if (!ev.statusUpdate && !Vector.has(options, "--quiet")) {
      String time =
          Vector.has(options, "--event:time") && ev.hasTsc ? String.format("%016x ", ev.tsc) : "";
      lines.add("[" + time + text(ev) + ip(ev) + "]");
    }
    if (ev.hasTsc) {
      sideband.until(ev.tsc, lines);
      // Inside of user code nobody else is switched in, whatever the clocks say.
      sideband.select(lines, ev.type != EventType.TICK || ev.ip < 0);
    }
  }

  @Override
  public void error(PtError error, long ip, long offset) {
    lines.add("[error: " + error.text() + "]");
  }

  @Override
  public void end(boolean enabled) {
    if (enabled) {
      lines.add("[end of trace]");
    }
  }

  private String ip(PtEvent ev) {
    if (!Vector.has(options, "--event:ip")) {
      return "";
    }
    String to = ev.ipSuppressed ? "" : String.format(", ip: %016x", ev.ip);
    return switch (ev.type) {
      case ASYNC_BRANCH -> String.format(", from: %016x, to: %016x", ev.from, ev.ip);
      case ASYNC_DISABLED -> String.format(", at: %016x", ev.from) + to;
      case PAGING, VMCS, STOP, PWRE, PWRX, CBR, MNT -> "";
      default -> to;
    };
  }

  private static String text(PtEvent ev) {
    return switch (ev.type) {
      case ENABLED -> ev.has(PtEvent.RESUMED) ? "resumed" : "enabled";
      case DISABLED, ASYNC_DISABLED -> "disabled";
      case ASYNC_BRANCH -> "interrupt";
      case PAGING, ASYNC_PAGING ->
          String.format("paging, cr3: %016x", ev.value) + (ev.aux != 0 ? ", nr" : "");
      case VMCS, ASYNC_VMCS -> String.format("vmcs, base: %016x", ev.value);
      case EXEC_MODE -> "exec mode: " + (8 << ev.value) + "-bit";
      case TSX ->
          ev.has(PtEvent.ABORTED)
              ? "aborted"
              : ev.has(PtEvent.SPECULATIVE) ? "begin transaction" : "committed";
      case STOP -> "stopped";
      case MWAIT -> "mwait " + Long.toHexString(ev.value) + " " + Integer.toHexString(ev.aux);
      case PWRE ->
          String.format("pwre c%d.%d", ev.value + 1 & 0xf, ev.aux + 1 & 0xf)
              + (ev.has(PtEvent.HARDWARE) ? " hw" : "");
      case PWRX ->
          "pwrx "
              + (ev.has(PtEvent.WAKE_INTERRUPT) ? "int: " : "")
              + (ev.has(PtEvent.WAKE_STORE) ? "st: " : "")
              + (ev.has(PtEvent.WAKE_AUTONOMOUS) ? "hw: " : "")
              + String.format("c%d (c%d)", ev.value + 1 & 0xf, ev.aux + 1 & 0xf);
      case PTWRITE -> "ptwrite: " + Long.toHexString(ev.value);
      case CBR -> "cbr: " + Long.toHexString(ev.value);
      case MNT -> "mnt: " + Long.toHexString(ev.value);
      case IFLAGS -> "interrupts " + (ev.value != 0 ? "enabled" : "disabled");
      case INTERRUPT ->
          "interrupt "
              + ev.aux
              + (ev.has(PtEvent.HAS_CR2) ? String.format(", cr2: %016x", ev.value) : "");
      case SWINTR -> "swintr " + ev.aux;
      case UINTR -> "uintr " + ev.aux;
      case SIPI -> "sipi: " + Integer.toHexString(ev.aux);
      case VMEXIT ->
          "vmexit"
              + (ev.has(PtEvent.HAS_VECTOR) ? ", intr: " + ev.aux : "")
              + (ev.has(PtEvent.HAS_VMXR) ? String.format(", vmxr: %016x", ev.value2) : "")
              + (ev.has(PtEvent.HAS_VMXQ) ? String.format(", vmxq: %016x", ev.value) : "");
      default -> ev.type.listed();
    };
  }
}
