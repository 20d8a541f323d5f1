package dev.heisenbug.decode.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.decode.TestData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Recorded hardware traces, through the command line with the options written down for them. */
class ReferenceTracesTest {
  @TempDir Path temp;

  /** Everything of one kind that the expectations name. */
  private record Case(Path folder, String name, JsonNode expected) {}

  private static Stream<Case> cases(String kind) throws IOException {
    if (TestData.traces().isEmpty()) {
      return Stream.empty();
    }
    List<Case> cases = new ArrayList<>();
    try (Stream<Path> folders = Files.list(TestData.traces().get())) {
      for (Path folder : folders.sorted().toList()) {
        Path file = folder.resolve("expected.json");
        if (Files.exists(file)) {
          new ObjectMapper()
              .readTree(file.toFile())
              .path(kind)
              .properties()
              .forEach(e -> cases.add(new Case(folder, e.getKey(), e.getValue())));
        }
      }
    }
    return cases.stream();
  }

  @TestFactory
  Stream<DynamicTest> packetListings() throws IOException {
    return cases("packets")
        .map(c -> dynamicTest(c.folder.getFileName() + " " + c.name, () -> packets(c)));
  }

  private void packets(Case c) throws Exception {
    String listing = run("--pt", c.folder.resolve(c.name).toString(), "--print", "packets");
    assertThat(sha256(listing.getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(c.expected.get("listingSha256").asText());
  }

  @TestFactory
  Stream<DynamicTest> addressLists() throws IOException {
    return cases("flow")
        .map(c -> dynamicTest(c.folder.getFileName() + " " + c.name, () -> addresses(c)));
  }

  private void addresses(Case c) throws Exception {
    Path list = temp.resolve("list.txt");
    List<String> args = new ArrayList<>(options(c));
    args.addAll(List.of("--list", list.toString(), "--json"));
    JsonNode summary = new ObjectMapper().readTree(run(args.toArray(String[]::new)));
    if (c.folder.endsWith("libxdc-icelake-8-byte-ip")) {
      // libipt refuses this one; a TIP.PGE at the address of PSB+ is forgiven here.
      assertThat(summary.get("instructions").asLong()).isPositive();
      assertThat(summary.get("errors").asLong()).isZero();
      return;
    }
    assertThat(sha256(Files.readAllBytes(list)))
        .isEqualTo(c.expected.get("addressListSha256").asText());
    for (String figure : List.of("instructions", "first", "last", "sync-points", "errors")) {
      assertThat(summary.get(figure)).as(figure).isEqualTo(c.expected.get(figure));
    }
    assertThat(summary.path("errorKinds")).isEqualTo(c.expected.path("errorKinds"));
  }

  /** The recorded options with their files found in the trace's folder. */
  private static List<String> options(Case c) {
    List<String> args = new ArrayList<>();
    for (String word : c.expected.get("options").asText().split(" ")) {
      String[] parts = word.split(":");
      boolean file = !word.startsWith("-") && Files.exists(c.folder.resolve(parts[0]));
      for (int i = 0; file && i < parts.length; i++) {
        parts[i] = c.folder.resolve(parts[i]).toString();
      }
      args.add(file ? String.join(":", parts) : word);
    }
    return args;
  }

  private static String run(String... args) {
    StringWriter out = new StringWriter();
    CommandLine cli = new CommandLine(new DecodeCommand());
    cli.setOut(new PrintWriter(out));
    assertThat(cli.execute(args)).isZero();
    return out.toString();
  }

  private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
