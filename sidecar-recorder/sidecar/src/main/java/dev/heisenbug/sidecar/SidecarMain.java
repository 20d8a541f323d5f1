package dev.heisenbug.sidecar;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Entry of the sidecar image; the first argument says which part it plays. */
public final class SidecarMain {
  private SidecarMain() {}

  public static void main(String[] args) throws Exception {
    List<String> rest = args.length < 2 ? List.of() : Arrays.asList(args).subList(1, args.length);
    UserOptions.install(System.getenv());
    switch (args.length == 0 ? "" : args[0]) {
      case "install" -> Install.install(rest.stream().map(Path::of).toList());
      case "install-native" -> Install.installPreload(rest.stream().map(Path::of).toList());
      case "install-both" -> Install.installBoth(rest.stream().map(Path::of).toList());
      case "watch" -> Watch.run(new Environment(System.getenv()));
      case "pt" -> PtRecorder.run(new Environment(System.getenv()));
      case "pt-agent" -> NodeAgent.run(new Environment(System.getenv()));
      case "probe" -> PtProbe.run(new Environment(System.getenv()));
      case "fetch" -> Fetch.run(new Environment(System.getenv()));
      case "run" -> System.exit(StageRun.run(Path.of(rest.get(0)), rest.subList(1, rest.size())));
      case "deliver" -> Deliver.run(new Environment(System.getenv()));
      default -> {
        System.err.println(
            "sidecar: install FROM TO DIR… | install-native DIR DIR… | install-both FROM TO DIR DIR… | watch | pt | pt-agent | probe | fetch | run DIR CMD… | deliver");
        System.exit(1);
      }
    }
  }
}
