package dev.heisenbug.cli;

import dev.heisenbug.decode.cli.DecodeCommand;
import dev.heisenbug.record.cli.RecordCommand;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    CountDownLatch done = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(done), "heisenbug-last-words"));
    int code = run(args);
    System.out.flush();
    done.countDown();
    System.exit(code);
  }

  /** Who is ended by Ctrl-C may still say what became of it. */
  private static void await(CountDownLatch done) {
    try {
      done.await(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int run(String[] args) {
    CommandLine line = commandLine();
    try {
      return line.execute(args);
    } catch (OutOfMemoryError | StackOverflowError | LinkageError e) {
      return Errors.print(line, List.of(args), "heisenbug: " + Errors.say(e), 1);
    }
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Heisenbug());
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          if (Ending.now()) {
            return 1;
          }
          if (System.getenv("HEISENBUG_DEBUG") != null) {
            e.printStackTrace(command.getErr());
          }
          String name = command.getCommandSpec().qualifiedName();
          return Errors.print(
              command, parsed.originalArgs(), name + ": " + Errors.sentence(Errors.say(e)), 1);
        });
    line.setParameterExceptionHandler(UsageErrors::print);
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(System.out);
  }
}
