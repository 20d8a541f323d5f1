package dev.heisenbug.weave.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packs of every width are read, those of older files too. */
class StreamCursorTest {
  @Test
  void packsOfVersionTwo() throws StreamException {
    assertThat(tokens(0xB1, 0b1_101)).containsExactly(5L);
    assertThat(tokens(0xB2, 0b01_111_010, 0)).containsExactly(7L, 2L);
  }

  @Test
  void packsOfFourBits() throws StreamException {
    assertThat(tokens(0xE1, 0x1F)).containsExactly(15L);
    assertThat(tokens(0xE2, 0x3C, 0x8)).containsExactly(3L, 12L);
    assertThat(tokens(0xE8, 1, 2, 3, 4, 5, 6, 7, 0x89))
        .containsExactly(9L, 0L, 7L, 0L, 6L, 0L, 5L, 0L, 4L, 0L, 3L, 0L, 2L, 0L, 1L);
    assertThat(tokens(0xE7, 1, 0, 0, 0, 0, 0, 0)).isEmpty();
  }

  @Test
  void narrowPacks() throws StreamException {
    assertThat(tokens(0xE9, 0b10_01_11_00)).containsExactly(1L, 3L, 0L);
    assertThat(tokens(0xF1, 0b1_0110)).containsExactly(0L, 1L, 1L, 0L);
    assertThat(tokens(0xF8, 1, 0, 0, 0, 0, 0, 0, 0x80)).hasSize(63).endsWith(0L, 1L);
  }

  @Test
  void whatIsNoPackIsRefused() {
    assertThatThrownBy(() -> tokens(0xE1, 0b10_0000)).isInstanceOf(StreamException.class);
    assertThatThrownBy(() -> tokens(0xF9, 1)).isInstanceOf(StreamException.class);
    assertThatThrownBy(() -> tokens(0xE0, 1)).isInstanceOf(StreamException.class);
  }

  private static List<Long> tokens(int... bytes) throws StreamException {
    byte[] chunk = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      chunk[i] = (byte) bytes[i];
    }
    StreamCursor cursor = new StreamCursor(List.of(chunk));
    List<Long> tokens = new ArrayList<>();
    while (cursor.next() == EventType.TOKEN) {
      tokens.add(cursor.value());
    }
    return tokens;
  }
}
