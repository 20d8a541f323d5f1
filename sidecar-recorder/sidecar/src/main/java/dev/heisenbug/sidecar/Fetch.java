package dev.heisenbug.sidecar;

import dev.heisenbug.formats.transfer.JobLinks;
import dev.heisenbug.formats.transfer.TransferNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Brings a Job its input, before the program's own image runs. */
final class Fetch {
  private static final int TRIES = 8;

  /** The status that tells the operator of a wrong checksum. */
  private static final int DAMAGED = 65;

  private Fetch() {}

  static void run(Environment environment) throws IOException, InterruptedException {
    Path work = environment.work();
    Files.createDirectories(work);
    open(work);
    open(Files.createDirectories(work.resolve("tmp")));
    OperatorClient operator = environment.operator();
    for (int i = 1; ; i++) {
      try {
        fetch(operator, work);
        return;
      } catch (IOException e) {
        Log.say("fetch failed (%d of %d): %s", i, TRIES, e);
        if (i == TRIES) {
          System.exit(1);
        }
        Thread.sleep(1000L << Math.min(i, 5));
      }
    }
  }

  private static void fetch(OperatorClient operator, Path work)
      throws IOException, InterruptedException {
    JobLinks links = operator.post(TransferNames.JOB_LINKS, Map.of(), JobLinks.class);
    Storage storage = new Storage(links.caBundle());
    for (Map.Entry<String, String> input : links.inputs().entrySet()) {
      storage.get(input.getValue(), work.resolve(input.getKey()));
    }
    String found = Spool.digest(work.resolve(TransferNames.BUNDLE));
    if (links.sha256() != null && !links.sha256().equals(found)) {
      Log.say("the bundle in storage is damaged: its checksum is %s", found);
      System.exit(DAMAGED);
    }
    Log.say("fetched %s", links.inputs().keySet());
  }

  /** The program's container may run as any user. */
  private static void open(Path folder) {
    folder.toFile().setWritable(true, false);
  }
}
