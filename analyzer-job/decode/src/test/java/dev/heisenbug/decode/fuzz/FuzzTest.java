package dev.heisenbug.decode.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.bench.SyntheticTrace;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowDecoder;
import dev.heisenbug.decode.flow.FlowOptions;
import dev.heisenbug.decode.flow.FlowSink;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.packet.Errata;
import dev.heisenbug.decode.packet.PacketListing;
import dev.heisenbug.decode.threads.BuiltRecordingTest;
import dev.heisenbug.decode.threads.CodeFiles;
import dev.heisenbug.decode.threads.Recording;
import dev.heisenbug.decode.threads.ThreadDecoder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Damaged input of every kind: no hang, no exception but the typed one. The system property {@code
 * heisenbug.fuzz} sets the number of inputs.
 */
class FuzzTest {
  private static final int INPUTS = Integer.getInteger("heisenbug.fuzz", 200_000);
  private static final long SEED = Long.getLong("heisenbug.fuzz.seed", 20260101);
  private static final long BASE = 0x401000;
  private static final long LIMIT = 5_000_000;

  /** Calls, loops, indirect branches, system calls and instructions that events bind to. */
  private static final byte[] CODE =
      HexFormat.of()
          .parseHex(
              "83f8007409e81c00000090ebf390ffd07502ffe00f05cd80f30faee00f22d80f01c2cb48cfebfe"
                  + "ffc075fcc3e800000000c39a0f34c3");

  private static Image image() {
    Image image = new Image();
    image.add(new Section(BASE, CODE.length, MemorySegment.ofArray(CODE), "code"));
    return image;
  }

  private static List<byte[]> traces() {
    List<byte[]> list = new ArrayList<>();
    long[] entries = {BASE, BASE + 5, BASE + 14, BASE + 39, BASE + 44};
    for (int seed = 1; seed <= 8; seed++) {
      var settings = new SyntheticTrace.Settings(seed, 150, 60, seed % 3);
      list.add(new SyntheticTrace(image(), entries, settings, null).make());
    }
    return list;
  }

  /** Nothing a few hundred bytes can say leads to millions of instructions. */
  private static final class Bounded implements FlowSink {
    private long instructions;
    private long errors;

    @Override
    public void instructions(FlowBatch batch) {
      instructions += batch.instructions();
      assertThat(instructions).isLessThan(LIMIT);
    }

    @Override
    public void error(PtError error, long ip, long offset) {
      assertThat(++errors).isLessThan(10_000);
    }
  }

  @Test
  void packetsAndFlow() throws IOException {
    List<byte[]> originals = traces();
    Mutator mutator = new Mutator(SEED);
    BlockCache cache = new BlockCache(image());
    Errata[] errata = {
      Errata.NONE, Errata.UNKNOWN_CPU, Errata.of(6, 0x3d), Errata.of(6, 0x5e), Errata.of(6, 0x5c)
    };
    TimeConfig time = new TimeConfig(3, 20, 2, 100);
    for (int i = 0; i < INPUTS * 8L / 10; i++) {
      byte[] trace = mutator.mutate(originals.get(i % originals.size()));
      MemorySegment data = MemorySegment.ofArray(trace);
      Errata e = errata[i % errata.length];
      FlowOptions options =
          new FlowOptions(
              new EventOptions(e, time, i % 7 == 0, i % 11 == 0),
              FlowOptions.of(EventOptions.of(e, time)).filter(),
              i % 13 == 0,
              i % 5 == 0);
      new FlowDecoder(data, 0, trace.length, options, cache, new Bounded()).run();
      if (i % 4 == 0) {
        new PacketListing().list(data, 0, trace.length, e, null);
      }
    }
  }

  @Test
  void recordings() {
    List<byte[]> originals =
        List.of(
            BuiltRecordingTest.recording(false).file(),
            BuiltRecordingTest.recording(false).pipe(),
            BuiltRecordingTest.recording(true).pipe());
    Mutator mutator = new Mutator(SEED + 1);
    Image image = image();
    for (int i = 0; i < INPUTS / 10; i++) {
      // Compressed ones are slow to set up, so there are fewer.
      byte[] file = mutator.mutate(originals.get(i % 20 == 0 ? 2 : i % 2));
      try (Arena arena = Arena.ofConfined()) {
        Recording recording = Recording.read(MemorySegment.ofArray(file), "fuzz");
        CodeFiles files = new CodeFiles(null, arena);
        new ThreadDecoder(recording, recording.eventOptions(), image, files)
            .run((thread, cpu, batch) -> assertThat(batch.size()).isPositive(), arena);
      } catch (DecodeException expected) {
        assertThat(expected.getMessage()).isNotBlank();
      }
    }
  }

  @Test
  void elfFiles() {
    byte[] original = elf();
    Mutator mutator = new Mutator(SEED + 2);
    for (int i = 0; i < INPUTS / 10; i++) {
      try {
        Image image = new Image();
        ElfFile elf = ElfFile.parse(MemorySegment.ofArray(mutator.mutate(original)), "fuzz");
        elf.addTo(image, mutator.below(2) * 0x5555_0000_0000L);
        byte[] code = new byte[15];
        image.read(BASE + mutator.below(0x100), code, code.length);
      } catch (DecodeException expected) {
        assertThat(expected.getMessage()).isNotBlank();
      }
    }
  }

  /** A program with two segments and a build id. */
  private static byte[] elf() {
    ByteBuffer b = ByteBuffer.allocate(0x200).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0x464c457f).put((byte) 2).put((byte) 1).put((byte) 1);
    b.position(16).putShort((short) 2).putShort((short) 62).putInt(1).putLong(BASE).putLong(64);
    b.position(54).putShort((short) 56).putShort((short) 3);
    segment(b, 64, 1, 5, 0x100, BASE, 0x80);
    segment(b, 120, 1, 6, 0x180, BASE + 0x1000, 0x80);
    segment(b, 176, 4, 4, 0x1c0, BASE + 0x1040, 0x24);
    b.position(0x1c0).putInt(4).putInt(20).putInt(3).putInt(0x00554e47).putLong(1).putLong(2);
    return b.array();
  }

  private static void segment(
      ByteBuffer b, int at, int type, int flags, long offset, long address, long size) {
    b.position(at).putInt(type).putInt(flags).putLong(offset).putLong(address).putLong(address);
    b.putLong(size).putLong(size);
  }
}
