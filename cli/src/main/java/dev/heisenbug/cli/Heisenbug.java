package dev.heisenbug.cli;

import dev.heisenbug.decode.cli.DecodeCommand;
import dev.heisenbug.record.cli.RecordCommand;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/**
 * The one command line; exit codes: 0 done, 1 usage or internal error, 2 not reproduced, 3 unknown.
 */
@Command(
    name = "heisenbug",
    mixinStandardHelpOptions = true,
    version = "heisenbug 0.1.0",
    description = "Turns a concurrency failure into a schedule that reproduces it every time.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RecordCommand.class,
      AnalyzeCommand.class,
      ReplayCommand.class,
      ReproduceCommand.class,
      DecodeCommand.class,
      BenchCommand.class,
      DemoCommand.class,
      NotBuiltYet.Predict.class,
      NotBuiltYet.Report.class,
      NotBuiltYet.Export.class,
      ClusterCommand.class,
      HelpCommand.class,
    })
public final class Heisenbug implements Runnable {
  @picocli.CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Runs the command line and exits with its code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Heisenbug());
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          if (System.getenv("HEISENBUG_DEBUG") != null) {
            e.printStackTrace(command.getErr());
          }
          String name = command.getCommandSpec().qualifiedName();
          return Errors.print(command, parsed.originalArgs(), name + ": " + Errors.say(e), 1);
        });
    line.setParameterExceptionHandler(
        (e, args) -> {
          CommandLine c = e.getCommandLine();
          int code = Errors.print(c, List.of(args), "heisenbug: " + e.getMessage(), 1);
          c.getErr().println("Try '" + c.getCommandSpec().qualifiedName() + " --help'.");
          return code;
        });
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(System.out);
  }
}
