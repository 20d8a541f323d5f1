package dev.heisenbug.decode.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.flow.FlowDecoder;
import dev.heisenbug.decode.flow.FlowOptions;
import dev.heisenbug.decode.flow.FlowSink;
import dev.heisenbug.decode.flow.ParallelDecoder;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.ElfSymbols;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.packet.Errata;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code bench decoder}: our decoder and libipt's instruction decoder side by side, in
 * one run, on the same trace of real code.
 */
@Command(
    name = "decoder",
    mixinStandardHelpOptions = true,
    description = "Instructions per second, beside libipt's instruction decoder (C, -O2).",
    exitCodeOnInvalidInput = 1,
    exitCodeOnExecutionException = 1)
public final class DecoderBench implements Callable<Integer> {
  private static final long GROWTH = 1 << 20;

  @Spec CommandSpec spec;

  @Option(names = "--elf", description = "the program whose code is run (default: libc)")
  Path elf;

  @Option(names = "--instructions", description = "length of the trace (default: ${DEFAULT-VALUE})")
  long instructions = 20_000_000;

  @Option(names = "--rounds", description = "how often each decodes it (default: ${DEFAULT-VALUE})")
  int rounds = 5;

  @Option(names = "--mtc-every", description = "indirect branches per MTC; 0: none")
  int mtcEvery = 8;

  @Option(names = "--pt", description = "a raw trace to use instead; needs --pages or --elf")
  Path trace;

  @Option(names = "--repeat", description = "how often the raw trace is put after itself")
  int repeat = 1;

  @Option(names = "--pages", description = "ADDRS:DUMP, the code of a raw trace")
  String pages;

  @Option(names = "--json", description = "print JSON")
  boolean json;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    Path directory = Files.createTempDirectory("heisenbug-bench");
    try (Arena arena = Arena.ofShared()) {
      print(measure(directory, arena));
      return 0;
    } catch (DecodeException e) {
      err.println(e.getMessage());
      return e.reason() == Reason.UNSUPPORTED ? 3 : 1;
    } finally {
      delete(directory);
    }
  }

  private Map<String, Object> measure(Path directory, Arena arena) throws IOException {
    LibiptDriver libipt = LibiptDriver.build(directory);
    BenchInput input =
        trace != null ? BenchInput.raw(trace, repeat, pages, elf, arena) : synthetic(arena);
    Path file = directory.resolve("trace.pt");
    Files.write(file, input.trace());
    MemorySegment data = MappedFile.map(file, arena);
    List<LibiptDriver.Round> theirs = libipt.run(file, input.image(), rounds);
    BlockCache cache = new BlockCache(input.image());
    CountingSink count = new CountingSink();
    SummingSink sum = new SummingSink();
    double[] counting = new double[rounds];
    double[] summing = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      sum = new SummingSink();
      summing[i] = time(data, cache, sum);
      count = new CountingSink();
      counting[i] = time(data, cache, count);
    }
    int jobs = Runtime.getRuntime().availableProcessors();
    double[] alone = new double[rounds];
    double[] parallel = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      alone[i] = timeParallel(data, input.image(), 1, count.instructions());
      parallel[i] = timeParallel(data, input.image(), jobs, count.instructions());
    }
    LibiptDriver.Round reference = theirs.get(theirs.size() - 1);
    if (reference.instructions() != count.instructions() || reference.sum() != sum.sum()) {
      throw new DecodeException(
          Reason.MALFORMED,
          "The decoders disagree: libipt has "
              + reference.instructions()
              + " instructions, ours has "
              + count.instructions()
              + ".");
    }
    Map<String, Object> m =
        report(theirs, counting, summing, count.instructions(), input.trace().length, cache);
    double one = Arrays.stream(alone).min().orElseThrow();
    double best = Arrays.stream(parallel).min().orElseThrow();
    m.put("cores", jobs);
    m.put("oneCorePerSecond", Math.round(count.instructions() / one));
    m.put("allCoresPerSecond", Math.round(count.instructions() / best));
    m.put("allCoresRatio", Math.round(100 * one / best) / 100.0);
    m.putAll(memory(data, cache, count.instructions()));
    return m;
  }

  /** What is alive after a tenth of the trace and after nine tenths, once the code is known. */
  private static Map<String, Object> memory(MemorySegment data, BlockCache cache, long total) {
    LiveHeapSink heap = new LiveHeapSink(total);
    time(data, cache, heap);
    if (heap.late() > heap.early() + GROWTH) {
      throw new DecodeException(
          Reason.MALFORMED,
          "Memory grows with the trace: %d bytes early on, %d near its end."
              .formatted(heap.early(), heap.late()));
    }
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("liveBytesAfterATenth", heap.early());
    m.put("liveBytesAfterNineTenths", heap.late());
    return m;
  }

  private static double time(MemorySegment data, BlockCache cache, FlowSink sink) {
    EventOptions events = EventOptions.of(Errata.NONE, new TimeConfig(3, 20, 2, 100));
    FlowDecoder d = new FlowDecoder(data, 0, data.byteSize(), FlowOptions.of(events), cache, sink);
    // Processor time, as for libipt: other work on the machine must not count.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    d.run();
    return (threads.getCurrentThreadCpuTime() - start) / 1e9;
  }

  private static double timeParallel(MemorySegment data, Image image, int jobs, long expected) {
    EventOptions events = EventOptions.of(Errata.NONE, new TimeConfig(3, 20, 2, 100));
    CountingSink sink = new CountingSink();
    long start = System.nanoTime();
    new ParallelDecoder(data, FlowOptions.of(events), image, sink, jobs).run();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (sink.instructions() != expected) {
      throw new DecodeException(Reason.MALFORMED, "Several cores decode something else than one.");
    }
    return seconds;
  }

  private BenchInput synthetic(Arena arena) {
    Path program = elf != null ? elf : BenchInput.libc();
    MemorySegment data = MappedFile.map(program, arena);
    Image image = new Image();
    ElfFile.parse(data, program.toString()).addTo(image, 0);
    long[] functions = ElfSymbols.functions(data);
    if (functions.length == 0) {
      throw new DecodeException(Reason.USAGE, program + " has no function symbols to start from.");
    }
    var settings = new SyntheticTrace.Settings(1, instructions, 1 << 14, mtcEvery);
    return new BenchInput(new SyntheticTrace(image, functions, settings, null).make(), image);
  }

  private static Map<String, Object> report(
      List<LibiptDriver.Round> theirs,
      double[] counting,
      double[] summing,
      long instructions,
      long bytes,
      BlockCache cache) {
    double libipt = theirs.stream().mapToDouble(LibiptDriver.Round::seconds).min().orElseThrow();
    double ours = Arrays.stream(counting).min().orElseThrow();
    double every = Arrays.stream(summing).min().orElseThrow();
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("instructions", instructions);
    m.put("traceBytes", bytes);
    m.put("errors", theirs.get(0).errors());
    m.put("codeBlocks", cache.size());
    m.put("libiptPerSecond", Math.round(instructions / libipt));
    m.put("oursPerSecond", Math.round(instructions / ours));
    m.put("oursReadingEveryAddressPerSecond", Math.round(instructions / every));
    m.put("ratio", Math.round(100 * libipt / ours) / 100.0);
    m.put("ratioReadingEveryAddress", Math.round(100 * libipt / every) / 100.0);
    m.put("firstRoundRatio", Math.round(100 * theirs.get(0).seconds() / counting[0]) / 100.0);
    m.put("heapMegabytes", heap());
    return m;
  }

  private static long heap() {
    Runtime r = Runtime.getRuntime();
    return r.totalMemory() - r.freeMemory() >> 20;
  }

  private void print(Map<String, Object> figures) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      var mapper = new ObjectMapper().writerWithDefaultPrettyPrinter();
      out.println(mapper.writeValueAsString(figures));
    } else {
      figures.forEach((k, v) -> out.printf("%-36s %s%n", k, v));
    }
    out.flush();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path p : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(p);
      }
    }
  }
}
