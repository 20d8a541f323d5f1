package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.weave.stream.NetworkCodes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/** The folder that a JVM recording is written to; sealing it is one rename. */
public final class BundleFolder {
  /** Appears when the bundle is sealed. */
  public static final String MANIFEST = "manifest.json";

  /** The threads' event streams. */
  public static final String EVENTS = "events.hbs";

  /** The woven classes. */
  public static final String CLASSES = "classes.tsv";

  /** What the program had on its standard input; absent if nothing. */
  public static final String INPUT = "stdin.bin";

  /** What the program heard from other processes; absent unless the user asked for it. */
  public static final String NETWORK = NetworkCodes.FILE;

  /** Room that the agent sets aside for its last words. */
  private static final String RESERVE = "reserve.part";

  /** Locked by the recorded process as long as it lives. */
  private static final String ALIVE = "alive.lock";

  /** What threads were doing when the program was told to stop, by somebody from outside. */
  private static final String STOPPED = "stopped.json";

  /** What the program is doing, for who waits for it; no part of the recording. */
  private static final String DOING = "doing.txt";

  static final String AGENT = "agent.json";
  static final String ENDED = "ended.json";

  private BundleFolder() {}

  /** Whether an agent has started to record there. */
  public static boolean started(Path folder) {
    return Files.exists(folder.resolve(AGENT)) && Files.exists(folder.resolve(EVENTS));
  }

  /** Whether the agent said that the program came to its end. */
  public static boolean closed(Path folder) {
    return Files.exists(folder.resolve(ENDED));
  }

  /** Whether the program was told to stop while something kept it from going on. */
  public static boolean stopped(Path folder) {
    return Files.exists(folder.resolve(STOPPED));
  }

  /**
   * What keeps a program going that has not got anywhere for some time: a line that says what its
   * threads do and, where it will count as a hang, one with the seconds until then. Empty if it
   * gets somewhere, or if nobody has told.
   */
  public static List<String> doing(Path folder) {
    try {
      List<String> lines = Files.readAllLines(folder.resolve(DOING));
      return lines.isEmpty() || lines.get(0).isEmpty() ? List.of() : lines;
    } catch (IOException notThere) {
      return List.of();
    }
  }

  /**
   * Makes what a stopped program was doing its failure, because that is what it was stopped for.
   *
   * @param why who says so
   */
  public static void blameStop(Path folder, String why) throws IOException {
    if (Json.readIfThere(folder.resolve(STOPPED)) instanceof ObjectNode stop) {
      stop.put("message", why);
      Files.write(folder.resolve("failure-1.json"), Json.MAPPER.writeValueAsBytes(stop));
      Files.delete(folder.resolve(STOPPED));
    }
  }

  /** The kind of the first failure so far, or null; exceptions that handlers took come last. */
  public static FailureKind firstFailure(Path folder) throws IOException {
    FailureFiles failures = new FailureFiles(folder);
    FailureKind first = kindOfFirst(failures.counted());
    return first != null || closed(folder) ? first : kindOfFirst(failures.handled());
  }

  /** The same, without exceptions that handlers of their threads took. */
  public static FailureKind firstUnhandledFailure(Path folder) throws IOException {
    return kindOfFirst(new FailureFiles(folder).counted());
  }

  private static FailureKind kindOfFirst(List<JsonNode> failures) throws BundleException {
    try {
      return failures.isEmpty() ? null : FailureKind.of(failures.get(0).path("kind").asText());
    } catch (IllegalArgumentException e) {
      throw new BundleException(BundleState.CORRUPT, "A failure file is damaged.", e);
    }
  }

  /**
   * Whether the recorded process lives, as far as its lock tells; it tells even where its process
   * id means nothing, such as in another container.
   */
  public static boolean alive(Path folder) throws IOException {
    Path lock = folder.resolve(ALIVE);
    if (!Files.exists(lock)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ);
        FileLock shared = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return shared == null;
    }
  }

  /** Seals a recording that its process describes itself, made by nobody who could tell more. */
  public static Manifest seal(Path folder, String image, Failure observed) throws IOException {
    return seal(folder, List.of(), Map.of(), image, observed);
  }

  /**
   * Seals the recording of a process that has ended.
   *
   * @param argv the user's command
   * @param env allow-listed variables
   * @param observed a failure that only the runner saw, null if none
   */
  public static Manifest seal(
      Path folder, List<String> argv, Map<String, String> env, Failure observed)
      throws IOException {
    return seal(folder, argv, env, null, observed);
  }

  private static Manifest seal(
      Path folder, List<String> argv, Map<String, String> env, String image, Failure observed)
      throws IOException {
    AgentFiles files = new AgentFiles(folder);
    Files.deleteIfExists(folder.resolve(RESERVE));
    Files.deleteIfExists(folder.resolve(ALIVE));
    Files.deleteIfExists(folder.resolve(DOING));
    try (FileChannel channel = FileChannel.open(folder.resolve(EVENTS), StandardOpenOption.WRITE)) {
      channel.truncate(files.events().usedBytes());
    }
    Manifest manifest =
        files.manifest(files.seen(argv, env), image, observed, Checksums.of(folder));
    write(folder, manifest);
    return manifest;
  }

  static void write(Path folder, Manifest manifest) throws IOException {
    Path part = folder.resolve(MANIFEST + ".part");
    Files.write(part, Json.MAPPER.writeValueAsBytes(manifest));
    try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(part, folder.resolve(MANIFEST), StandardCopyOption.ATOMIC_MOVE);
  }
}
