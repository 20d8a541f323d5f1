package dev.heisenbug.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Commands of the design that do not exist yet: they say so and exit with 3. */
abstract class NotBuiltYet implements Callable<Integer> {
  private static final int UNKNOWN = 3;

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Say so as JSON.")
  private boolean json;

  @Unmatched private List<String> ignored;

  @Override
  public Integer call() {
    List<String> args = spec.commandLine().getParseResult().originalArgs();
    return Errors.print(
        spec.commandLine(), args, spec.qualifiedName() + ": not built yet.", UNKNOWN);
  }

  /** Confirmed races and deadlocks from one recording. */
  @Command(
      name = "predict",
      mixinStandardHelpOptions = true,
      description = "Races and deadlocks near a recording (not built yet).")
  static final class Predict extends NotBuiltYet {}

  /** One self-contained page. */
  @Command(
      name = "report",
      mixinStandardHelpOptions = true,
      description = "One self-contained HTML page (not built yet).")
  static final class Report extends NotBuiltYet {}

  /** A regression test. */
  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = "A regression test or script (not built yet).")
  static final class Export extends NotBuiltYet {}
}
