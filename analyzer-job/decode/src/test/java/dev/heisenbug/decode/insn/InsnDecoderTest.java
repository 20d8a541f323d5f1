package dev.heisenbug.decode.insn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.ElfSymbols;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.formats.x86.Insn;
import dev.heisenbug.formats.x86.InsnDecoder;
import dev.heisenbug.formats.x86.InsnKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lengths and branch classes, by hand and against Capstone on real libraries. */
class InsnDecoderTest {
  private final InsnDecoder decoder = new InsnDecoder();
  private final Insn insn = new Insn();

  @ParameterizedTest
  @CsvSource({
    "64, 90, 1, OTHER, 0",
    "64, e8fbffffff, 5, CALL, -5",
    "64, 66e8fbffffff, 6, CALL, -5",
    "64, 6648e8fbffffff, 7, CALL, -5",
    "32, 66e8fbff, 4, CALL, -5",
    "16, e8fbff, 3, CALL, -5",
    "64, ebfe, 2, JUMP, -2",
    "64, f2e900000000, 6, JUMP, 0",
    "64, 7402, 2, CONDITIONAL, 2",
    "64, 0f84f0ffffff, 6, CONDITIONAL, -16",
    "64, e3f0, 2, CONDITIONAL, -16",
    "64, c3, 1, RETURN, 0",
    "64, f3c3, 2, RETURN, 0",
    "64, c20800, 3, RETURN, 0",
    "64, ffd0, 2, INDIRECT_CALL, 0",
    "64, ff15aabbccdd, 6, INDIRECT_CALL, 0",
    "64, ff24c500000000, 7, INDIRECT_JUMP, 0",
    "64, ff18, 2, FAR_CALL, 0",
    "64, 48ff28, 3, FAR_JUMP, 0",
    "64, 0f05, 2, SYSCALL, 0",
    "64, 0f34, 2, SYSCALL, 0",
    "64, cd80, 2, SOFTWARE_INTERRUPT, 0",
    "64, cc, 1, SOFTWARE_INTERRUPT, 0",
    "64, 48cf, 2, INTERRUPT_RETURN, 0",
    "64, 0f22d8, 3, MOV_CR3, 0",
    "64, 440f22d8, 4, OTHER, 0",
    "64, 0f01c2, 3, VM_ENTRY, 0",
    "64, f30f01ec, 4, USER_INTERRUPT_RETURN, 0",
    "64, f3480faee0, 5, PTWRITE, 0",
    "64, 48b8112233445566778890, 10, OTHER, 0",
    "64, 48a1112233445566778890, 10, OTHER, 0",
    "32, a111223344, 5, OTHER, 0",
    "32, 9a112233440800, 7, FAR_CALL, 0",
    "32, c5f877, 3, OTHER, 0",
    "32, c500, 2, OTHER, 0",
    "64, c5f877, 3, OTHER, 0",
    "64, c4e27918c0, 5, OTHER, 0",
    "64, 62f17c48104001, 7, OTHER, 0",
    "64, f30f1efa, 4, OTHER, 0",
    "64, 66662e0f1f840000000000, 11, OTHER, 0",
    "64, f6000112, 3, OTHER, 0",
    "64, f61001, 2, OTHER, 0",
    "64, f70011223344, 6, OTHER, 0",
    "64, 66f7001122, 5, OTHER, 0",
    "64, c8112233, 4, OTHER, 0",
    "64, 0f3a0fc101, 5, OTHER, 0"
  })
  void known(int bits, String hex, int size, InsnKind kind, long displacement) {
    byte[] code = HexFormat.of().parseHex(hex);
    assertThat(decoder.decode(code, code.length, bits, insn)).isTrue();
    assertThat(insn.size).isEqualTo(size);
    assertThat(insn.kind).isEqualTo(kind);
    assertThat(insn.displacement).isEqualTo(displacement);
  }

  @Test
  void bytesThatEndTooEarlyAreNoInstruction() {
    byte[] code = HexFormat.of().parseHex("48b81122334455667788");
    for (int n = 0; n < code.length; n++) {
      assertThat(decoder.decode(code, n, 64, insn)).isFalse();
    }
  }

  @Test
  void agreesWithCapstoneOnRealCode() throws Throwable {
    assumeTrue(Capstone.installed(), "libcapstone4 is not installed");
    List<String> differences = new ArrayList<>();
    long compared = 0;
    try (Arena arena = Arena.ofConfined()) {
      Capstone capstone = new Capstone(arena, 64);
      for (String name : List.of("libc.so.6", "libstdc++.so.6", "libcrypto.so.3")) {
        Path file = Path.of("/usr/lib/x86_64-linux-gnu", name);
        if (Files.exists(file)) {
          compared += compare(file, arena, capstone, differences);
        }
      }
    }
    assertThat(compared).isPositive();
    assertThat(differences).isEmpty();
  }

  /** Walks every function from its start; an operand-size prefix on branches is Capstone's bug. */
  private long compare(Path file, Arena arena, Capstone capstone, List<String> differences)
      throws Throwable {
    MemorySegment data = MappedFile.map(file, arena);
    Image image = new Image();
    ElfFile.parse(data, file.toString()).addTo(image, 0);
    byte[] code = new byte[InsnDecoder.MAX_SIZE];
    long n = 0;
    for (long function : ElfSymbols.functions(data)) {
      long at = function;
      for (int i = 0; i < 60; i++) {
        int available = image.read(at, code, code.length);
        if (available == 0 || !decoder.decode(code, available, 64, insn)) {
          break;
        }
        int theirs = capstone.length(code, available);
        boolean known = theirs > 0 && !(insn.kind.branch() && code[0] == 0x66);
        if (known && theirs != insn.size && differences.size() < 20) {
          differences.add(
              Long.toHexString(at)
                  + " "
                  + HexFormat.of().formatHex(code)
                  + " "
                  + insn.size
                  + " but Capstone says "
                  + theirs);
        }
        n++;
        if (insn.kind == InsnKind.JUMP || insn.kind == InsnKind.RETURN || insn.kind.far()) {
          break;
        }
        at += insn.size;
      }
    }
    return n;
  }
}
