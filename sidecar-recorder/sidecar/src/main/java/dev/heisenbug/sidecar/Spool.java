package dev.heisenbug.sidecar;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.formats.transfer.FailureNote;
import dev.heisenbug.formats.transfer.UploadRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Bundles that wait for their upload; they survive a restart of the sidecar. */
final class Spool {
  private static final String REQUEST = ".request.json";
  private static final String DONE = ".done";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;
  private final long limit;

  Spool(Path folder, long limit) {
    this.folder = folder;
    this.limit = limit;
  }

  /** A bundle and what to say about it. */
  record Entry(Path bundle, UploadRequest request) {}

  Path workFolder(String name) throws IOException {
    Path work = folder.resolve("work-" + name);
    Folders.delete(work);
    return work;
  }

  /** Whether this recording was sealed before, uploaded or not. */
  synchronized boolean has(String name) {
    return Files.exists(folder.resolve(name + REQUEST))
        || Files.exists(folder.resolve(name + DONE));
  }

  /** Takes a packed bundle over; the oldest are dropped when there is no room. */
  synchronized void add(
      String name,
      Path packed,
      String container,
      FailureNote failure,
      String runtime,
      Double overhead)
      throws IOException {
    long bytes = Files.size(packed);
    List<Entry> waiting = new ArrayList<>(entries());
    while (!waiting.isEmpty() && bytes + sum(waiting) > limit) {
      Entry oldest = waiting.remove(0);
      Log.say("no room in the spool: dropping bundle %s", oldest.request().recording());
      remove(oldest);
    }
    if (bytes > limit) {
      Log.say("bundle %s has %d bytes, more than the spool may take: dropped", name, bytes);
      Files.delete(packed);
      Files.createFile(folder.resolve(name + DONE));
      return;
    }
    Path bundle = folder.resolve(name + ".hbbundle");
    UploadRequest request =
        new UploadRequest(
            container,
            name,
            System.currentTimeMillis(),
            bytes,
            digest(packed),
            failure,
            runtime,
            overhead);
    Files.move(packed, bundle, StandardCopyOption.REPLACE_EXISTING);
    Path part = folder.resolve(name + REQUEST + ".part");
    MAPPER.writeValue(part.toFile(), request);
    Files.move(part, folder.resolve(name + REQUEST), StandardCopyOption.ATOMIC_MOVE);
    notifyAll();
  }

  /** The oldest first. */
  synchronized List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (Path path : Folders.list(folder)) {
      String name = path.getFileName().toString();
      if (name.endsWith(REQUEST)) {
        UploadRequest request = MAPPER.readValue(path.toFile(), UploadRequest.class);
        entries.add(new Entry(folder.resolve(request.recording() + ".hbbundle"), request));
      }
    }
    entries.sort(java.util.Comparator.comparingLong(e -> e.request().millis()));
    return entries;
  }

  /** Waits until something is there or the time is over. */
  synchronized void await(long millis) throws IOException, InterruptedException {
    if (entries().isEmpty()) {
      wait(millis);
    }
  }

  synchronized void remove(Entry entry) throws IOException {
    String name = entry.request().recording();
    if (!Files.exists(folder.resolve(name + DONE))) {
      Files.createFile(folder.resolve(name + DONE));
    }
    Files.deleteIfExists(folder.resolve(name + REQUEST));
    Files.deleteIfExists(entry.bundle());
  }

  private static long sum(List<Entry> entries) {
    return entries.stream().mapToLong(entry -> entry.request().bytes()).sum();
  }

  static String digest(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
