package dev.heisenbug.weave.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * The network file is read as it was written, cut off anywhere, and refused where it is damaged.
 */
class NetworkFileTest {
  private final ByteBuffer out = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);

  NetworkFileTest() {
    out.putLong(NetworkCodes.MAGIC).putInt(NetworkCodes.VERSION).putInt(0);
  }

  private void record(int type, Object... body) {
    ByteBuffer b = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    for (Object part : body) {
      switch (part) {
        case Long clock -> b.putLong(clock);
        case Integer small -> b.put(small.byteValue());
        default -> b.put((byte[]) part);
      }
    }
    out.put((byte) type).putInt(b.position()).put(b.array(), 0, b.position());
  }

  private byte[] written() {
    return Arrays.copyOf(out.array(), out.position());
  }

  private void example() {
    record(NetworkCodes.LISTENING, new byte[] {(byte) 0x90, 0x3F}, 10L);
    record(NetworkCodes.ACCEPTED, 0, 20L);
    record(NetworkCodes.CONNECTED, 25L, 80, 4, new byte[] {10, 0, 0, 7});
    record(NetworkCodes.RECEIVED, 0, 30L, 0, NetworkCodes.FILLED, new byte[] {1, 2});
    record(NetworkCodes.RECEIVED, 0, 40L, 5, 0, new byte[] {3});
    record(NetworkCodes.ENDED, 0, 50L, 9);
    record(NetworkCodes.BROKEN, 1, 51L, 0);
    record(NetworkCodes.CLOSED, 0, 60L, 9);
  }

  private static NetworkFile read(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("network", ".bin");
    try {
      Files.write(file, bytes);
      NetworkFile network = NetworkFile.read(file);
      for (NetworkFile.Connection c : network.connections()) {
        for (NetworkFile.Step s : c.steps()) {
          assertThat(network.bytes(s)).hasSize(s.length);
        }
      }
      return network;
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void everyConnectionHasWhatItsOtherEndDid() throws IOException {
    example();
    Path file = Files.createTempFile("network", ".bin");
    Files.write(file, written());
    NetworkFile network = NetworkFile.read(file);
    assertThat(network.listeners()).singleElement().matches(l -> l.port == 8080 && l.clock == 10);
    assertThat(network.connections()).hasSize(2);
    NetworkFile.Connection accepted = network.connections().get(0);
    assertThat(accepted.listener).isZero();
    assertThat(accepted.steps()).extracting(s -> s.gate).containsExactly(0L, 5L, 9L);
    assertThat(accepted.steps()).extracting(s -> s.filled).containsExactly(true, false, false);
    assertThat(network.bytes(accepted.steps().get(0))).containsExactly(1, 2);
    NetworkFile.Connection made = network.connections().get(1);
    assertThat(made.isTo(new byte[] {10, 0, 0, 7}, 80)).isTrue();
    assertThat(made.isTo(new byte[] {10, 0, 0, 7}, 81)).isFalse();
    assertThat(network.truncatedFor()).isZero();
    assertThat(network.torn()).isFalse();
    Files.delete(file);
  }

  @Test
  void connectionsOfTheProgramWithItselfAreLeftOut() throws IOException {
    example();
    record(NetworkCodes.OWN, 0);
    assertThat(read(written()).connections()).extracting(c -> c.number).containsExactly(1);
  }

  @Test
  void behindAMarkerOfTruncationThereIsNothing() throws IOException {
    example();
    record(NetworkCodes.TRUNCATED, Codes.CAP);
    assertThat(read(written()).truncatedFor()).isEqualTo(Codes.CAP);
  }

  @Test
  void aFileThatACrashCutOffAnywhereIsReadSoFar() throws IOException {
    example();
    byte[] whole = written();
    int connections = 0;
    for (int length = NetworkCodes.HEADER; length <= whole.length; length++) {
      NetworkFile network = read(Arrays.copyOf(whole, length));
      assertThat(network.connections().size()).isGreaterThanOrEqualTo(connections);
      connections = network.connections().size();
    }
    assertThat(connections).isEqualTo(2);
  }

  @Test
  void damageIsToldInOneSentence() {
    refused("not a network file", new byte[3]);
    out.putInt(Long.BYTES, 9);
    refused("network file of version 9, this reads 1", written());
    out.putInt(Long.BYTES, 1);
    int start = out.position();
    record(NetworkCodes.ACCEPTED, 0, 20L);
    refused("the network file speaks of listening socket 0 too early", written());
    out.position(start);
    record(NetworkCodes.LISTENING, 80);
    refused("a record of the network file ends too early", written());
    out.position(start);
    record(NetworkCodes.LISTENING, 80, 10L, 1);
    refused("a record of the network file has bytes left over", written());
    out.position(start);
    record(NetworkCodes.CONNECTED, 25L, 80, 5, new byte[5]);
    refused("an address of 5 bytes in the network file", written());
    out.position(start);
    record(77);
    refused("no record of the network file at byte 16", written());
    out.position(start);
    out.put((byte) NetworkCodes.RECEIVED).putInt(1 << 30);
    refused("a record of 1073741824 bytes in the network file", written());
  }

  private static void refused(String sentence, byte[] bytes) {
    assertThatThrownBy(() -> read(bytes)).isInstanceOf(StreamException.class).hasMessage(sentence);
  }

  @Property(tries = 500)
  void anyOtherBytesAreReadOrRefused(
      @ForAll @Size(max = 12) int[] places, @ForAll @IntRange(max = 255) int value) {
    NetworkFileTest fresh = new NetworkFileTest();
    fresh.example();
    byte[] bytes = fresh.written();
    for (int place : places) {
      bytes[Math.floorMod(place, bytes.length)] = (byte) value;
    }
    onlyRefusals(bytes);
  }

  @Property(tries = 500)
  void anyRecordsAreReadOrRefused(@ForAll @Size(max = 200) byte[] tail) {
    NetworkFileTest fresh = new NetworkFileTest();
    fresh.out.put(tail);
    onlyRefusals(fresh.written());
  }

  private static void onlyRefusals(byte[] bytes) {
    try {
      read(bytes);
    } catch (StreamException refused) {
      assertThat(refused).hasMessageNotContaining("\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
