package dev.heisenbug.solve.bench;

import java.io.PrintStream;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints bench rows as a table for people or as JSON lines. */
final class BenchTable {
  private final PrintStream out;
  private final boolean json;

  BenchTable(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  void head() {
    if (!json) {
      out.println(
          "| problem | spec | events | variables | clap constraints | h3 constraints |"
              + " edges lock/core | pairs all/kept | result: ms, MB, switches | paper |");
      out.println("|---|---|--:|--:|--:|--:|--:|--:|---|---|");
    }
  }

  void row(BenchRow row) {
    out.println(json ? json(row) : text(row));
    out.flush();
  }

  private static String text(BenchRow row) {
    String runs =
        row.runs().stream()
            .map(
                r ->
                    String.format(
                        "%s %s %d ms, %d MB%s",
                        r.encoding().name().toLowerCase(Locale.ROOT),
                        r.verdict(),
                        r.millis(),
                        r.megabytes(),
                        r.switches() < 0 ? "" : ", " + r.switches() + " cs"))
            .collect(Collectors.joining("; "));
    String pairs = row.pairsAll() < 0 ? "" : row.pairsAll() + "/" + row.pairsKept();
    return String.format(
        "| %s | `%s` | %d | %d | %d | %d | %s | %s | %s | %s |",
        row.problem().name(),
        row.problem().spec(),
        row.events(),
        row.clap().variables(),
        row.clap().total(),
        row.h3().total(),
        row.edges(),
        pairs,
        runs,
        row.problem().paper());
  }

  private static String json(BenchRow row) {
    String runs =
        row.runs().stream()
            .map(
                r ->
                    String.format(
                        "{\"encoding\":\"%s\",\"verdict\":\"%s\",\"ms\":%d,\"mb\":%d,"
                            + "\"contextSwitches\":%d}",
                        r.encoding(), r.verdict(), r.millis(), r.megabytes(), r.switches()))
            .collect(Collectors.joining(","));
    return String.format(
        "{\"name\":\"%s\",\"spec\":\"%s\",\"events\":%d,\"variables\":%d,\"clap\":%d,\"h3\":%d,"
            + "\"edges\":\"%s\",\"pairsAll\":%d,\"pairsKept\":%d,\"runs\":[%s],\"paper\":\"%s\"}",
        row.problem().name(),
        row.problem().spec(),
        row.events(),
        row.clap().variables(),
        row.clap().total(),
        row.h3().total(),
        row.edges(),
        row.pairsAll(),
        row.pairsKept(),
        runs,
        row.problem().paper());
  }
}
