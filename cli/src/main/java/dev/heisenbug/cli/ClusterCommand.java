package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** A real one-node Kubernetes on this machine, and the story on it. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = "The story on a local real Kubernetes: up, demo, down (Debian 12, root).")
final class ClusterCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Print the result as JSON, and all else on standard error.")
  private boolean json;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "cluster up, demo or down?");
  }

  /** Builds on first use, starts, loads the images, installs the chart. */
  @Command(
      name = "up",
      mixinStandardHelpOptions = true,
      description = "Build (once, some minutes), start, and install the operator.")
  int up() throws IOException, InterruptedException {
    return done(setUp());
  }

  /** Up, then a racy service and its verdict. */
  @Command(
      name = "demo",
      mixinStandardHelpOptions = true,
      description = "Up, then deploy a racy service and watch it being reproduced.")
  int demo() throws IOException, InterruptedException {
    int up = setUp();
    return done(up != 0 ? up : checkout().java("dev.heisenbug.e2e.Demo"));
  }

  /** Stops everything that up started; what was built stays. */
  @Command(
      name = "down",
      mixinStandardHelpOptions = true,
      description = "Stop the cluster and forget its state; what was built is kept.")
  int down() throws IOException, InterruptedException {
    return done(checkout().script("e2e/cluster/cluster.sh", "down"));
  }

  private int setUp() throws IOException, InterruptedException {
    int prepared = checkout().script("e2e/cluster/prepare.sh", "--build");
    return prepared != 0 ? 1 : checkout().java("dev.heisenbug.e2e.Setup");
  }

  private Checkout checkout() {
    return new Checkout(!json);
  }

  private int done(int code) {
    if (json) {
      ObjectNode node = new ObjectMapper().createObjectNode();
      node.put("result", code == 0 ? "done" : "failed").put("exitCode", code);
      spec.commandLine().getOut().println(node.toPrettyString());
    }
    return code;
  }
}
