package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeAddressTest {
  @TempDir Path folder;

  @Test
  void anAddressIsTheSameWhereverItsFileLies() throws Exception {
    Path maps = folder.resolve("maps");
    Files.writeString(
        maps,
        """
        5581e33b9000-5581e33ba000 r-xp 00001000 fe:00 2148791                    /opt/the app
        7ffd1000-7ffd2000 rw-p 00000000 00:00 0
        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
        """);
    assertThat(CodeAddress.in(maps, 0x5581e33b9123L)).isEqualTo("the app+0x1123");
    assertThat(CodeAddress.in(maps, 0x7ffd1000L)).isEqualTo("0x7ffd1000");
    assertThat(CodeAddress.in(maps, 0xffffffffff600010L)).isEqualTo("[vsyscall]+0x10");
    assertThat(CodeAddress.in(folder.resolve("none"), 16)).isEqualTo("0x10");
  }
}
