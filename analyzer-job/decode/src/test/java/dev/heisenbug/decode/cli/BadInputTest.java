package dev.heisenbug.decode.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.decode.perf.PerfDataBuilder;
import dev.heisenbug.formats.perf.PerfLayout;
import dev.heisenbug.formats.pt.PacketEncoder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Input that is damaged, incomplete or of another kind: one clear sentence each. */
class BadInputTest {
  private static final long CODE = 0x401000;

  @TempDir Path temp;

  /** Two NOPs and a SYSCALL, entered at {@code ip}. */
  private static byte[] trace(long ip) {
    PacketEncoder out = new PacketEncoder();
    out.psb();
    out.tsc(1000);
    out.psbend();
    out.modeExec(true, false, false);
    out.tipPge(ip);
    out.tipPgd();
    return out.toByteArray();
  }

  private static PerfDataBuilder recording() {
    return new PerfDataBuilder(false)
        .timeConv(0, 1, 0)
        .info()
        .switched(false, 0, 10, 11, 900)
        .mmap(10, CODE, 0x1000, 0, "/no/such/file", 5);
  }

  private String decode(int expected, byte[] file, String... more) throws IOException {
    Path path = Files.write(temp.resolve("perf.data"), file);
    List<String> args = new ArrayList<>(List.of(more));
    args.add(path.toString());
    return run(expected, args.toArray(String[]::new));
  }

  private String raw(int expected, byte[] file, String... more) throws IOException {
    Path path = Files.write(temp.resolve("trace.pt"), file);
    List<String> args = new ArrayList<>(List.of(more));
    args.addAll(List.of("--pt", path.toString()));
    return run(expected, args.toArray(String[]::new));
  }

  private static String run(int expected, String... args) {
    StringWriter text = new StringWriter();
    CommandLine command = new CommandLine(new DecodeCommand());
    command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text));
    assertThat(command.execute(args)).as(text.toString()).isEqualTo(expected);
    return text.toString();
  }

  private String code() throws IOException {
    Path file = Files.write(temp.resolve("code"), HexFormat.of().parseHex("90900f05"));
    return file + ":0x401000";
  }

  @Test
  void missingImage() throws IOException {
    byte[] twice = join(trace(CODE), trace(0x500000));
    assertThat(raw(0, twice, "--raw", code()))
        .contains("instructions: 3")
        .contains("at 500000 (no code from 401004 to ffffffffffffffff)");
    // The PSB right behind the gap is passed over (as in libipt), the one after it is not.
    byte[] thrice = join(trace(CODE), twice);
    assertThat(decode(0, recording().trace(0, 0, thrice).file()))
        .contains("(401000 to 401fff of /no/such/file is missing)")
        .contains("at 500000 (no code from");
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  @Test
  void truncatedAux() throws IOException {
    PerfDataBuilder builder = recording().aux(10, PerfLayout.AUX_TRUNCATED);
    assertThat(decode(0, builder.trace(0, 0, trace(CODE)).file(), "--raw", code()))
        .contains("instructions: 3")
        .contains("The trace buffer was full once; the trace has holes");
  }

  @Test
  void overflow() throws IOException {
    PacketEncoder out = new PacketEncoder();
    out.psb();
    out.modeExec(true, false, false);
    out.fup(CODE);
    out.psbend();
    out.ovf();
    out.fup(CODE + 1);
    out.tipPgd();
    String sentence = "The processor lost packets once (OVF); what it executed then is missing.\n";
    byte[] trace = out.toByteArray();
    assertThat(raw(0, trace, "--raw", code())).contains("instructions: 2").endsWith(sentence);
    assertThat(decode(0, recording().trace(0, 0, trace).file(), "--raw", code()))
        .contains(sentence);
  }

  @Test
  void wrongBuildId() throws IOException {
    byte[] id = HexFormat.of().parseHex("00112233445566778899aabbccddeeff00112233");
    Path elf = Path.of(ProcessHandle.current().info().command().orElseThrow());
    byte[] file =
        recording().mmap(10, 0x700000, elf.toString(), id).trace(0, 0, trace(0x700000)).file();
    assertThat(decode(0, file)).contains(elf + ": ").contains("00112233445566778899aabb");
  }

  @Test
  void codeOf32Bits() throws IOException {
    PacketEncoder out = new PacketEncoder();
    out.psb();
    out.modeExec(false, true, false);
    out.fup(CODE);
    out.psbend();
    out.tipPgd();
    // inc eax, which is a REX prefix in 64-bit code; int 0x80.
    Path file = Files.write(temp.resolve("code32"), HexFormat.of().parseHex("4040cd80"));
    assertThat(raw(0, out.toByteArray(), "--raw", file + ":0x401000"))
        .contains("instructions: 3")
        .contains("errors: 0");
  }

  @Test
  void traceOfAnotherProcess() throws IOException {
    PerfDataBuilder builder = recording().switched(false, 0, 77, 78, 950);
    assertThat(decode(0, builder.trace(0, 0, trace(CODE)).file()))
        .contains("thread 78")
        .contains("the recording has no mappings of process 77");
  }

  @Test
  void noClockConversion() throws IOException {
    PerfDataBuilder builder = new PerfDataBuilder(false).info().trace(0, 0, trace(CODE));
    assertThat(decode(0, builder.file(), "--raw", code()))
        .contains("instructions: 3")
        .contains("has no clock conversion, so instructions cannot be told apart by thread.");
  }

  @Test
  void nothingToDecode() throws IOException {
    assertThat(raw(3, new byte[0], "--print", "packets")).contains("is empty");
    assertThat(raw(3, new byte[100])).contains("has no PSB packet");
    assertThat(decode(3, new byte[0])).contains("is empty");
    byte[] whole = recording().trace(0, 0, trace(CODE)).file();
    assertThat(decode(3, recording().file())).contains("has no Intel PT data");
    assertThat(decode(3, Arrays.copyOf(whole, 400))).contains("is cut off before its first");
    assertThat(decode(1, trace(CODE))).contains("name a raw PT trace with --pt.");
    assertThat(raw(0, trace(CODE), "--cpu", "0/0"))
        .contains("CPU 0/0 is not known: no errata are applied.")
        .contains("No code was given");
  }
}
