package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.heisenbug.weave.stream.Codes;
import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.NetworkFile;
import dev.heisenbug.weave.stream.StreamException;
import dev.heisenbug.weave.stream.ThreadTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Makes a manifest from what the JVM agent left in a folder, sealed or not. */
final class AgentFiles {
  private static final String OVERHEAD = "overhead.json";
  private static final Pattern OWN_OPTION =
      Pattern.compile("(^|\\s)-javaagent:\\S*record-agent\\S*");

  private final Path folder;
  private final JsonNode agent;
  private final JsonNode ended;
  private final EventFile events;
  private final Map<Integer, String> threads;

  /** What came from the network; null if that was not recorded. */
  private final NetworkFile network;

  AgentFiles(Path folder) throws IOException {
    this.folder = folder;
    this.agent = Json.readIfThere(folder.resolve(BundleFolder.AGENT));
    this.ended = Json.readIfThere(folder.resolve(BundleFolder.ENDED));
    if (agent == null || !Files.exists(folder.resolve(BundleFolder.EVENTS))) {
      throw new BundleException(
          BundleState.EMPTY, "Nothing was recorded in " + folder + ": no JVM started there.");
    }
    try {
      this.events = EventFile.read(folder.resolve(BundleFolder.EVENTS));
      this.threads = ThreadTree.of(events).ids();
    } catch (IOException e) {
      throw new BundleException(
          BundleState.CORRUPT, "The event file is damaged: " + e.getMessage() + ".", e);
    }
    this.network = network(folder.resolve(BundleFolder.NETWORK));
  }

  private static NetworkFile network(Path file) throws BundleException {
    try {
      return Files.exists(file) ? NetworkFile.read(file) : null;
    } catch (IOException e) {
      throw new BundleException(
          BundleState.CORRUPT,
          "The file with what came from the network is damaged: " + e.getMessage() + ".",
          e);
    }
  }

  long pid() {
    return agent.path("pid").asLong();
  }

  boolean closed() {
    return ended != null;
  }

  EventFile events() {
    return events;
  }

  /**
   * @param launch the command as its runner knows it, null to go by what the agent saw
   * @param observed a failure that only the runner saw, such as a signal; null if none
   */
  Manifest manifest(Launch launch, String image, Failure observed, Map<String, String> checksums)
      throws IOException {
    FailureFiles files = new FailureFiles(folder);
    List<Failure> failures = failures(files.counted());
    if (failures.isEmpty() && observed != null) {
      failures.add(observed);
    }
    List<Failure> handled = failures(files.handled());
    if (failures.isEmpty() && ended == null && !handled.isEmpty()) {
      failures.add(handled.remove(0));
    }
    List<Failure> further =
        new ArrayList<>(failures.subList(failures.isEmpty() ? 0 : 1, failures.size()));
    further.addAll(handled);
    return new Manifest(
        Manifest.VERSION,
        "jvm",
        launch == null ? seen(List.of(), Map.of()) : launch,
        image,
        options(),
        new ClockInfo(
            "nanoTime",
            agent.path("startClock").asLong(),
            agent.path("startMillis").asLong(),
            ended == null ? -1 : ended.path("clockErrorNs").asLong(-1)),
        counts(),
        markers(),
        failures.isEmpty() ? null : failures.get(0),
        further,
        overhead(),
        checksums);
  }

  /**
   * @param argv the user's command, empty to go by what the agent saw
   */
  Launch seen(List<String> argv, Map<String, String> env) {
    return new Launch(
        argv.isEmpty() ? strings(agent.path("argv")) : argv,
        text("user.dir"),
        argv.isEmpty() ? environment() : env,
        text("java.home"),
        text("java.version"),
        text("java.vm.version"),
        text("java.class.path"));
  }

  /** What the agent saw, without the option that brought itself in. */
  private Map<String, String> environment() {
    Map<String, String> env = new TreeMap<>();
    for (Map.Entry<String, JsonNode> variable : agent.path("env").properties()) {
      String value = OWN_OPTION.matcher(variable.getValue().asText()).replaceAll("").strip();
      if (!value.isEmpty()) {
        env.put(variable.getKey(), value);
      }
    }
    return env;
  }

  private String text(String key) {
    return agent.path(key).asText(null);
  }

  /** A damaged stream is for its reader to complain of. */
  private Overhead overhead() throws BundleException {
    try {
      return HookCalls.overhead(Json.readIfThere(folder.resolve(OVERHEAD)), events);
    } catch (StreamException e) {
      return null;
    }
  }

  private Map<String, String> options() {
    Map<String, String> options = new TreeMap<>();
    agent.path("options").properties().forEach(o -> options.put(o.getKey(), o.getValue().asText()));
    options.remove("out");
    return options;
  }

  private Counts counts() throws IOException {
    List<ClassList.Entry> classes = ClassList.read(folder.resolve(BundleFolder.CLASSES));
    List<String> notWoven =
        classes.stream()
            .filter(entry -> !entry.note().isEmpty())
            .map(entry -> entry.name() + ": " + entry.note())
            .toList();
    int unwoven = (int) classes.stream().filter(entry -> !entry.woven()).count();
    return new Counts(
        threads.size(),
        events.usedBytes(),
        classes.size() - unwoven,
        unwoven,
        notWoven,
        ended == null ? 0 : ended.path("internalFaults").asInt());
  }

  private List<String> markers() {
    List<String> markers = new ArrayList<>();
    if (ended == null) {
      markers.add(Manifest.CRASHED);
    } else if (ended.path("truncated").asInt() != 0) {
      boolean cap = ended.path("truncated").asInt() == 1;
      markers.add(Manifest.TRUNCATED + (cap ? ": size cap" : ": disk full"));
    }
    int cut = network == null ? 0 : network.truncatedFor();
    if (cut != 0) {
      markers.add(
          "network " + Manifest.TRUNCATED + (cut == Codes.CAP ? ": size cap" : ": disk full"));
    }
    return markers;
  }

  private List<Failure> failures(List<JsonNode> nodes) throws IOException {
    List<Failure> failures = new ArrayList<>();
    for (JsonNode node : nodes) {
      failures.add(failure(node));
    }
    return failures;
  }

  private Failure failure(JsonNode node) throws BundleException {
    try {
      List<StuckThread> stuck = new ArrayList<>();
      for (JsonNode thread : node.path("threads")) {
        stuck.add(
            new StuckThread(
                threads.get(thread.path("thread").asInt()),
                thread.path("name").asText(null),
                thread.path("state").asText(null),
                thread.path("waitsFor").asText(null),
                strings(thread.path("frames"))));
      }
      return new Failure(
          FailureKind.of(node.path("kind").asText()),
          node.path("signature").asText(),
          node.path("class").asText(null),
          node.path("message").asText(null),
          threads.get(node.path("thread").asInt()),
          node.path("threadName").asText(null),
          strings(node.path("frames")),
          node.path("clock").asLong(),
          node.has("status") ? node.path("status").asInt() : null,
          stuck);
    } catch (IllegalArgumentException e) {
      throw new BundleException(BundleState.CORRUPT, "A failure file is damaged.", e);
    }
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(element -> strings.add(element.asText()));
    return strings;
  }
}
