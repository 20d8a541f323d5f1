package dev.heisenbug.formats.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.heisenbug.weave.stream.Codes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {
  private static final long NO_PROCESS = 4_000_000_000L;

  @TempDir Path temp;
  private Path folder;

  @BeforeEach
  void record() throws IOException {
    folder = temp.resolve("recording");
    EventFiles.folder(folder, NO_PROCESS, true);
  }

  @Test
  void aSealedFolderIsReadyAndSoIsItsFile() throws IOException {
    seal();
    Path file = temp.resolve("x.hbbundle");
    Bundle.pack(folder, file);
    for (Path path : List.of(folder, file)) {
      try (Bundle bundle = Bundle.open(path)) {
        assertThat(bundle.state()).isEqualTo(BundleState.READY);
        assertThat(bundle.manifest().launch().argv()).containsExactly("java", "Main");
        assertThat(bundle.manifest().clock().errorNs()).isEqualTo(12);
        assertThat(bundle.threads().ids()).containsValue("0");
        assertThat(bundle.classes()).extracting(ClassList.Entry::crc32).containsExactly(255L);
      }
    }
  }

  @Test
  void overheadIsWhatWasTimedAndWhatTheHooksCostThatWereCalled() throws IOException {
    int[] events = {
      0x05, // a token
      Codes.REPEAT_8,
      9, // the same nine times more
      Codes.PACK_0 + 1,
      0b1_001_010, // two tokens
      Codes.INPUT,
      0,
      2, // no clock
      Codes.SYNC_0,
      7, // stamped
      Codes.SYNC_AGAIN, // not stamped
      Codes.THREAD_END,
      7
    };
    Files.write(folder.resolve("events.hbs"), EventFiles.file(events));
    Files.writeString(
        folder.resolve("overhead.json"),
        """
        {"processNanos": 2000, "weavingNanos": 100, "growingNanos": 20, "watchingNanos": 3,
         "pathPicos": 10000, "eventPicos": 1000, "stampPicos": 100000}
        """);
    Overhead overhead = BundleFolder.seal(folder, List.of(), Map.of(), null).overhead();
    // 12 tokens, 2 events without a clock, and start, synchronisation and end with one.
    assertThat(overhead).isEqualTo(new Overhead(2000, 100, 20, 3, 120 + 2 + 300));
    assertThat(overhead.ratio()).isEqualTo(545.0 / 1455);
  }

  @Test
  void whereTheSystemDoesNotTellTheProcessesTimeThereIsNoOverhead() throws IOException {
    Files.writeString(folder.resolve("overhead.json"), "{\"processNanos\": -1}");
    assertThat(BundleFolder.seal(folder, List.of(), Map.of(), null).overhead()).isNull();
  }

  @Test
  void everyOtherStateIsToldApart() throws IOException {
    EventFiles.folder(temp.resolve("running"), ProcessHandle.current().pid(), false);
    assertThat(failure(temp.resolve("running"))).isEqualTo(BundleState.RUNNING);
    assertThat(failure(temp.resolve("nothing"))).isEqualTo(BundleState.EMPTY);
    Files.createDirectories(temp.resolve("bare"));
    assertThat(failure(temp.resolve("bare"))).isEqualTo(BundleState.EMPTY);
    Files.createDirectories(temp.resolve("other"));
    Files.writeString(temp.resolve("other/readme"), "x");
    assertThat(failure(temp.resolve("other"))).isEqualTo(BundleState.FOREIGN);
    assertThat(failure(Files.writeString(temp.resolve("a.hbbundle"), "PK")))
        .isEqualTo(BundleState.FOREIGN);
    assertThat(failure(Files.writeString(temp.resolve("b.hbbundle"), "")))
        .isEqualTo(BundleState.EMPTY);
    seal();
    Path manifest = folder.resolve(BundleFolder.MANIFEST);
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replace("\"formatVersion\" : 1", "\"formatVersion\" : 2"));
    assertThat(failure(folder)).isEqualTo(BundleState.NEWER_VERSION);
    Files.writeString(manifest, text);
    Files.writeString(folder.resolve("classes.tsv"), "changed");
    assertThat(failure(folder)).isEqualTo(BundleState.CORRUPT);
  }

  @Test
  void aRecordingWithoutEndWasCrashedWhileWriting() throws IOException {
    Files.delete(folder.resolve("ended.json"));
    try (Bundle unsealed = Bundle.open(folder)) {
      assertThat(unsealed.state()).isEqualTo(BundleState.CRASHED_WHILE_WRITING);
      assertThat(unsealed.sentence()).contains("crashed-while-writing");
    }
    seal();
    try (Bundle sealed = Bundle.open(folder)) {
      assertThat(sealed.state()).isEqualTo(BundleState.CRASHED_WHILE_WRITING);
      assertThat(sealed.state().usable()).isTrue();
    }
  }

  @Test
  void damagedFilesAreRefusedWithOneSentenceOrReadAsTheyWere() throws IOException {
    Manifest whole = seal();
    Path file = temp.resolve("x.hbbundle");
    Bundle.pack(folder, file);
    byte[] good = Files.readAllBytes(file);
    Random random = new Random(11);
    for (int i = 0; i < 500; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      if (i % 3 == 0) {
        bad = java.util.Arrays.copyOf(good, random.nextInt(good.length));
      }
      Files.write(file, bad);
      try (Bundle bundle = Bundle.open(file)) {
        assertThat(bundle.manifest()).isEqualTo(whole);
      } catch (BundleException e) {
        assertThat(e.getMessage()).endsWith(".").doesNotContain("\n");
      }
    }
  }

  private Manifest seal() throws IOException {
    return BundleFolder.seal(folder, List.of("java", "Main"), Map.of(), null);
  }

  private static BundleState failure(Path path) {
    return catchThrowableOfType(BundleException.class, () -> Bundle.open(path).close()).state();
  }
}
