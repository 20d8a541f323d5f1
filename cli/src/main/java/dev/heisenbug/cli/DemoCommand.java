package dev.heisenbug.cli;

import dev.heisenbug.record.RecordOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The whole story on a bundled program. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Record, analyze and replay a bundled racy program: no cluster needed.")
final class DemoCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (WorkFolder work = new WorkFolder(null)) {
      Path source = work.path().resolve("BankDemo.java");
      try (var in = DemoCommand.class.getResourceAsStream("BankDemo.java.txt")) {
        Files.copy(in, source);
      }
      JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
      if (compiler == null
          || compiler.run(null, null, null, "-g", "-d", work.path().toString(), source.toString())
              != 0) {
        throw new IOException("the demo program cannot be compiled: a JDK 25 is needed.");
      }
      if (!json) {
        System.out.println(Files.readString(source));
        System.out.println("$ heisenbug reproduce -- java -cp . BankDemo");
      }
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      RecordOptions options =
          RecordOptions.standard(work.path().resolve("recordings")).untilFailure(200);
      return new Reproduction(
              options, List.of(java, "-cp", work.path().toString(), "BankDemo"), 120, 10, json)
          .forgetting()
          .run();
    }
  }
}
