package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.ThreadTree;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One recording, open for reading: a folder, or a {@code .hbbundle} file unpacked aside. */
public final class Bundle implements AutoCloseable {
  private static final byte[] ZSTD_MAGIC = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

  private final Path folder;
  private final boolean temporary;
  private final BundleState state;
  private final Manifest manifest;

  /** What was unpacked goes away with us, also when we are ended. */
  private final Thread hook;

  private Bundle(Path folder, boolean temporary, BundleState state, Manifest manifest) {
    this.folder = folder;
    this.temporary = temporary;
    hook = temporary ? deletedAtEnd() : null;
    this.state = state;
    this.manifest = manifest;
  }

  /** Opens a bundle that can be analysed; for any other the exception says what it is. */
  public static Bundle open(Path path) throws BundleException {
    try {
      if (Files.isDirectory(path)) {
        return openFolder(path, false);
      }
      Path unpacked = unpack(path);
      try {
        return openFolder(unpacked, true);
      } catch (IOException | RuntimeException e) {
        delete(unpacked);
        throw e;
      }
    } catch (BundleException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new BundleException(
          BundleState.CORRUPT, "The bundle " + path + " cannot be read: " + reason(e) + ".", e);
    }
  }

  /** What files complain of is in their reason or in the kind of the exception. */
  private static String reason(Exception e) {
    if (e instanceof FileSystemException file) {
      String kind = file.getClass().getSimpleName().replace("Exception", "");
      return file.getFile() + ": " + (file.getReason() == null ? kind : file.getReason());
    }
    return e instanceof RuntimeException ? "it is damaged (" + e + ")" : e.getMessage();
  }

  /** Packs a sealed folder into one file. */
  public static void pack(Path folder, Path file) throws IOException {
    List<Path> files = new ArrayList<>(Checksums.files(folder));
    files.add(0, folder.resolve(BundleFolder.MANIFEST));
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (ZstdOutputStream out =
        new ZstdOutputStream(new BufferedOutputStream(Files.newOutputStream(part)), 3)) {
      out.setChecksum(true);
      Tar.write(files, out);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path unpack(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new BundleException(BundleState.EMPTY, "There is no bundle at " + file + ".");
    }
    if (Files.size(file) == 0) {
      throw new BundleException(BundleState.EMPTY, "The bundle " + file + " is empty.");
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      in.mark(4);
      byte[] magic = in.readNBytes(4);
      if (!java.util.Arrays.equals(magic, ZSTD_MAGIC)) {
        throw new BundleException(BundleState.FOREIGN, "The file " + file + " is not a bundle.");
      }
      in.reset();
      Path folder = Files.createTempDirectory("hbbundle");
      try (ZstdInputStream zstd = new ZstdInputStream(in)) {
        Tar.read(zstd, folder);
        // The checksum stands behind everything else.
        zstd.transferTo(OutputStream.nullOutputStream());
        return folder;
      } catch (FileSystemException | BundleException e) {
        delete(folder);
        throw e;
      } catch (IOException | RuntimeException e) {
        delete(folder);
        throw new BundleException(
            BundleState.CORRUPT,
            "The bundle %s is damaged (%s): copy it again, or record again."
                .formatted(file, e.getMessage()),
            e);
      }
    }
  }

  private static Bundle openFolder(Path folder, boolean temporary) throws IOException {
    if (!Files.exists(folder.resolve(BundleFolder.MANIFEST))) {
      return openUnsealed(folder, temporary);
    }
    JsonNode json = Json.readIfThere(folder.resolve(BundleFolder.MANIFEST));
    if (!json.has("formatVersion") || !json.has("runtime")) {
      throw new BundleException(
          BundleState.FOREIGN, "The folder " + folder + " is not a bundle of this system.");
    }
    int version = json.path("formatVersion").asInt();
    if (version > Manifest.VERSION) {
      throw new BundleException(
          BundleState.NEWER_VERSION,
          "The bundle has format version %d, this software reads up to %d: update it."
              .formatted(version, Manifest.VERSION));
    }
    Manifest manifest;
    try {
      manifest = Json.MAPPER.treeToValue(json, Manifest.class);
    } catch (JacksonException e) {
      throw new BundleException(BundleState.CORRUPT, "The bundle's manifest is damaged.", e);
    }
    if (manifest.launch() == null) {
      throw new BundleException(BundleState.CORRUPT, "The bundle's manifest is damaged.");
    }
    String wrong = Checksums.firstWrong(folder, manifest.checksums());
    if (wrong != null) {
      throw new BundleException(
          BundleState.CORRUPT, "The bundle's file " + wrong + " is missing or damaged.");
    }
    BundleState state =
        manifest.marked(Manifest.CRASHED)
            ? BundleState.CRASHED_WHILE_WRITING
            : manifest.marked(Manifest.TRUNCATED) ? BundleState.TRUNCATED : BundleState.READY;
    return new Bundle(folder, temporary, state, manifest);
  }

  private static Bundle openUnsealed(Path folder, boolean temporary) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> all = files.toList();
      if (all.isEmpty()) {
        throw new BundleException(BundleState.EMPTY, "The folder " + folder + " is empty.");
      }
      if (NativeFolder.started(folder)) {
        Manifest manifest = NativeFolder.unsealed(folder);
        return new Bundle(folder, temporary, BundleState.CRASHED_WHILE_WRITING, manifest);
      }
      if (!BundleFolder.started(folder)) {
        throw new BundleException(
            BundleState.FOREIGN, "The folder " + folder + " is not a bundle of this system.");
      }
    }
    AgentFiles files = new AgentFiles(folder);
    boolean alive = ProcessHandle.of(files.pid()).map(ProcessHandle::isAlive).orElse(false);
    if (alive && !files.closed()) {
      throw new BundleException(
          BundleState.RUNNING,
          "The program (process %d) is still being recorded: wait for its end."
              .formatted(files.pid()));
    }
    Manifest manifest = files.manifest(null, null, null, null);
    return new Bundle(folder, temporary, BundleState.CRASHED_WHILE_WRITING, manifest);
  }

  /** Ready, truncated or crashed-while-writing. */
  public BundleState state() {
    return state;
  }

  /** The state in one sentence. */
  public String sentence() {
    return switch (state) {
      case READY -> "The bundle is complete.";
      case TRUNCATED ->
          "The recording was "
              + String.join(", ", manifest.markers())
              + " before the program ended.";
      default ->
          "The bundle is "
              + Manifest.CRASHED
              + ": the program died while it was being recorded; what it wrote until then is here.";
    };
  }

  public Manifest manifest() {
    return manifest;
  }

  /** The folder with the bundle's files; gone after {@link #close} if it was unpacked. */
  public Path folder() {
    return folder;
  }

  /** The file with the threads' streams. */
  public Path eventsPath() {
    return folder.resolve(BundleFolder.EVENTS);
  }

  /** The file with what the program had on its standard input; may not be there. */
  public Path inputPath() {
    return folder.resolve(BundleFolder.INPUT);
  }

  /** The file with what the program heard from other processes; may not be there. */
  public Path networkPath() {
    return folder.resolve(BundleFolder.NETWORK);
  }

  public EventFile events() throws IOException {
    return EventFile.read(eventsPath());
  }

  public ThreadTree threads() throws IOException {
    return ThreadTree.of(events());
  }

  public List<ClassList.Entry> classes() throws IOException {
    return ClassList.read(folder.resolve(BundleFolder.CLASSES));
  }

  @Override
  public void close() throws IOException {
    if (!temporary) {
      return;
    }
    delete(folder);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // We are being ended, and it does the same.
    }
  }

  private Thread deletedAtEnd() {
    Thread thread = new Thread(this::deleteQuietly, "heisenbug-unpacked");
    try {
      Runtime.getRuntime().addShutdownHook(thread);
    } catch (IllegalStateException e) {
      // We are being ended already.
    }
    return thread;
  }

  private void deleteQuietly() {
    try {
      delete(folder);
    } catch (IOException e) {
      // It is gone, or the system's own cleaning has to do.
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}
