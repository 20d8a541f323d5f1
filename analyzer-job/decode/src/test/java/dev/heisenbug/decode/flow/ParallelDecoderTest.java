package dev.heisenbug.decode.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.bench.SyntheticTrace;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.ElfSymbols;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.packet.Errata;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Several cores deliver what one core delivers, for whole and for damaged traces. */
class ParallelDecoderTest {
  private static final Path LIBC = Path.of("/lib/x86_64-linux-gnu/libc.so.6");

  /** Addresses, errors and synchronisation points in order. */
  private static final class Transcript implements FlowSink {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void sync(long offset) {
      lines.add("sync " + offset);
    }

    @Override
    public void instructions(FlowBatch batch) {
      for (int run = 0; run < batch.size(); run++) {
        for (int i = batch.from(run); i < batch.to(run); i++) {
          lines.add(Long.toHexString(batch.block(run).address(i)));
        }
      }
    }

    @Override
    public void error(PtError error, long ip, long offset) {
      lines.add(error + " " + Long.toHexString(ip) + " " + offset);
    }

    @Override
    public void end(boolean enabled) {
      lines.add("end " + enabled);
    }
  }

  @Test
  void sameAsSequential() {
    assumeTrue(Files.exists(LIBC));
    SplittableRandom random = new SplittableRandom(5);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment elf = MappedFile.map(LIBC, arena);
      Image image = new Image();
      ElfFile.parse(elf, "libc").addTo(image, 0);
      for (int seed = 1; seed <= 12; seed++) {
        var settings = new SyntheticTrace.Settings(seed, 20_000, 300, seed % 3);
        byte[] trace = new SyntheticTrace(image, ElfSymbols.functions(elf), settings, null).make();
        for (int damage = 0; damage < seed - 4; damage++) {
          trace[random.nextInt(trace.length)] ^= (byte) (1 << random.nextInt(8));
        }
        Image some = new Image(image);
        if (seed % 4 == 0) {
          some.remove(0x60000 + seed * 0x4000L, 0x20000);
        }
        assertThat(parallel(trace, some)).as("seed " + seed).isEqualTo(sequential(trace, some));
      }
    }
  }

  private static FlowOptions options() {
    return FlowOptions.of(EventOptions.of(Errata.NONE, new TimeConfig(3, 20, 2, 100)));
  }

  private static List<String> sequential(byte[] trace, Image image) {
    Transcript t = new Transcript();
    MemorySegment data = MemorySegment.ofArray(trace);
    new FlowDecoder(data, 0, trace.length, options(), new BlockCache(image), t).run();
    return t.lines;
  }

  private static List<String> parallel(byte[] trace, Image image) {
    Transcript t = new Transcript();
    MemorySegment data = MemorySegment.ofArray(trace);
    new ParallelDecoder(data, options(), image, t, 3, 500).run();
    return t.lines;
  }
}
