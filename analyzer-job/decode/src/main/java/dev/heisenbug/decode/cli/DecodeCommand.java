package dev.heisenbug.decode.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.flow.FlowSink;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.output.AddressList;
import dev.heisenbug.decode.output.FlowListing;
import dev.heisenbug.decode.output.Summary;
import dev.heisenbug.decode.output.Tee;
import dev.heisenbug.decode.packet.PacketListing;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code decode}: Intel PT and perf.data, as a tool of its own. */
@Command(
    name = "decode",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Decodes Intel PT: raw traces (--pt) or perf.data files.",
    exitCodeOnInvalidInput = 1,
    exitCodeOnExecutionException = 1)
public final class DecodeCommand implements Callable<Integer> {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int UNKNOWN = 3;

  @Spec CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "FILE.perf.data", description = "recordings of perf")
  List<Path> recordings = List.of();

  @Option(
      names = "--pt",
      paramLabel = "FILE[:FROM[-TO]]",
      description = "raw PT packets, or a range of bytes of such a file")
  List<String> traces = List.of();

  @Mixin ImageOptions images = new ImageOptions();
  @Mixin MachineOptions machine = new MachineOptions();

  @Option(
      names = "--psb-blocks",
      description = "decode from each PSB to the next on its own, as if nothing came before")
  boolean psbBlocks;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "cores to use for a long raw trace (default: all)")
  int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--symfs",
      paramLabel = "DIR",
      description = "where the recorded machine's files are (perf.data)")
  Path symfs;

  @Option(
      names = "--tid",
      paramLabel = "TID",
      description = "only this thread (perf.data; may be repeated)")
  List<Integer> tids = List.of();

  @Option(
      names = "--print",
      paramLabel = "WHAT",
      description = "${COMPLETION-CANDIDATES} (default: summary)")
  OutputKind print = OutputKind.summary;

  @Option(
      names = "--list",
      paramLabel = "FILE",
      description = "write the address of every instruction to FILE, one per line")
  Path list;

  @Option(names = "--json", description = "print the summary as JSON")
  boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      return run(out, err);
    } catch (DecodeException e) {
      return fail(e.getMessage(), e.reason() == Reason.UNSUPPORTED ? UNKNOWN : FAILED);
    } catch (IOException | UncheckedIOException e) {
      return fail("Cannot write the output: " + e.getMessage() + ".", FAILED);
    } finally {
      out.flush();
      err.flush();
    }
  }

  /** Says what went wrong, also to a program that reads the output. */
  private int fail(String sentence, int code) {
    spec.commandLine().getErr().println(sentence);
    if (json) {
      ObjectNode node = new ObjectMapper().createObjectNode();
      spec.commandLine()
          .getOut()
          .println(node.put("error", sentence).put("exitCode", code).toPrettyString());
    }
    return code;
  }

  private int run(PrintWriter out, PrintWriter err) throws IOException {
    if (json && recordings.size() > 1) {
      throw new DecodeException(Reason.USAGE, "--json takes one perf.data file at a time.");
    }
    if (traces.isEmpty() == recordings.isEmpty()) {
      throw new DecodeException(
          Reason.USAGE, "Name a perf.data file, or a raw trace with --pt (see --help).");
    }
    try (Arena arena = Arena.ofShared()) {
      if (!recordings.isEmpty()) {
        return decodeRecordings(arena, out, err);
      }
      List<RawTrace> raw = new ArrayList<>();
      for (String t : traces) {
        raw.add(RawTrace.open(t, arena));
      }
      machine.warning().ifPresent(err::println);
      if (print == OutputKind.packets) {
        listPackets(raw, out);
        return canStart(raw, err) ? DONE : UNKNOWN;
      }
      return decodeRaw(raw, arena, out, err);
    }
  }

  private int decodeRecordings(Arena arena, PrintWriter out, PrintWriter err) throws IOException {
    try (OutputStream file = list == null ? null : openList()) {
      for (Path recording : recordings) {
        PerfDecode perf = new PerfDecode(recording, arena, out, err);
        if (print == OutputKind.packets) {
          perf.packets(perf.options(machine));
        } else {
          Image base = images.load(arena);
          perf.flow(perf.options(machine), base, symfs, Set.copyOf(tids), print, json, file);
        }
      }
    }
    return DONE;
  }

  private void listPackets(List<RawTrace> raw, PrintWriter out) throws IOException {
    for (RawTrace t : raw) {
      new PacketListing().list(t.data(), 0, t.data().byteSize(), machine.errata(), out);
    }
  }

  private int decodeRaw(List<RawTrace> raw, Arena arena, PrintWriter out, PrintWriter err)
      throws IOException {
    Summary summary = new Summary();
    List<FlowSink> sinks = new ArrayList<>(List.of(summary));
    if (print == OutputKind.instructions) {
      sinks.add(new FlowListing(out));
    }
    Image image = images.load(arena);
    try (OutputStream file = list == null ? null : openList()) {
      AddressList addresses = file == null ? null : new AddressList(file);
      if (addresses != null) {
        sinks.add(addresses);
      }
      for (RawTrace t : raw) {
        if (psbBlocks) {
          t.decode(machine.eventOptions(), new BlockCache(image), new Tee(sinks), true);
        } else {
          t.decode(machine.eventOptions(), image, new Tee(sinks), jobs);
        }
      }
      if (addresses != null) {
        addresses.flush();
      }
    }
    if (print == OutputKind.summary) {
      printSummary(summary, image, out);
    }
    return explain(raw, summary, err);
  }

  private OutputStream openList() throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(list));
  }

  private int explain(List<RawTrace> raw, Summary summary, PrintWriter err) {
    if (!canStart(raw, err)) {
      return UNKNOWN;
    }
    if (summary.overflows() > 0) {
      err.println(PerfReport.overflows(summary.overflows()));
    }
    if (images.isEmpty() && summary.instructions() == 0) {
      err.println("No code was given (--elf, --core, --raw or --pages), so no flow was decoded.");
    }
    return DONE;
  }

  private static boolean canStart(List<RawTrace> raw, PrintWriter err) {
    for (RawTrace t : raw) {
      if (!t.hasSync()) {
        err.println(
            t.file()
                + (t.data().byteSize() == 0
                    ? " is empty: there is nothing to decode."
                    : " has no PSB packet, so there is no place to start decoding."));
        return false;
      }
    }
    return true;
  }

  private void printSummary(Summary summary, Image image, PrintWriter out) throws IOException {
    Map<String, Object> figures = new LinkedHashMap<>(summary.figures());
    if (json) {
      figures.put("gaps", summary.gaps().stream().map(g -> gap(g, image)).toList());
      out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(figures));
      return;
    }
    figures.forEach((k, v) -> out.println(k + ": " + v));
    summary
        .gaps()
        .forEach(
            g ->
                out.println(
                    "gap: "
                        + g.error().text()
                        + " at "
                        + Long.toHexString(g.ip())
                        + (lacksCode(g) ? " (" + image.hole(g.ip()) + ")" : "")
                        + ", trace offset 0x"
                        + Long.toHexString(g.offset())));
  }

  private static boolean lacksCode(Summary.Gap g) {
    return g.error() == PtError.NO_MAP;
  }

  private static Map<String, Object> gap(Summary.Gap g, Image image) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("error", g.error().text());
    m.put("ip", Long.toHexString(g.ip()));
    m.put("offset", g.offset());
    if (lacksCode(g)) {
      m.put("where", image.hole(g.ip()));
    }
    return m;
  }
}
