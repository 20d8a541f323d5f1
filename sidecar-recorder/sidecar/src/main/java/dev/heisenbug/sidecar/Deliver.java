package dev.heisenbug.sidecar;

import dev.heisenbug.formats.transfer.JobLinks;
import dev.heisenbug.formats.transfer.TransferNames;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** Waits for a stage's result and takes it to storage, so that the stage itself holds no token. */
final class Deliver {
  private static final int TRIES = 8;

  private Deliver() {}

  static void run(Environment environment) throws IOException, InterruptedException {
    Path work = environment.work();
    while (!Files.exists(work.resolve(StageRun.RESULT))) {
      if (gone(work) && !Files.exists(work.resolve(StageRun.RESULT))) {
        Log.say("the stage died without a result");
        System.exit(1);
      }
      Thread.sleep(200);
    }
    OperatorClient operator = environment.operator();
    for (int i = 1; ; i++) {
      try {
        deliver(operator, work);
        return;
      } catch (IOException e) {
        Log.say("delivery failed (%d of %d): %s", i, TRIES, e);
        if (i == TRIES) {
          System.exit(1);
        }
        Thread.sleep(1000L << Math.min(i, 5));
      }
    }
  }

  /** The result last: whoever sees it finds everything else in place. */
  private static void deliver(OperatorClient operator, Path work)
      throws IOException, InterruptedException {
    JobLinks links = operator.post(TransferNames.JOB_LINKS, Map.of(), JobLinks.class);
    Storage storage = new Storage(links.caBundle());
    String resultLink = null;
    for (Map.Entry<String, String> output : links.outputs().entrySet()) {
      Path file = work.resolve(output.getKey());
      if (output.getKey().endsWith("-" + StageRun.RESULT)) {
        resultLink = output.getValue();
      } else if (Files.exists(file)) {
        storage.put(output.getValue(), file);
        Log.say("delivered %s", output.getKey());
      }
    }
    if (resultLink != null) {
      storage.put(resultLink, work.resolve(StageRun.RESULT));
    }
  }

  /** Whether the stage began and is no more. */
  private static boolean gone(Path work) throws IOException {
    Path lock = work.resolve(StageRun.LOCK);
    if (!Files.exists(lock) || Files.size(lock) == 0) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ);
        FileLock held = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return held != null;
    }
  }
}
