package dev.heisenbug.sidecar;

import dev.heisenbug.formats.transfer.TransferNames;
import dev.heisenbug.formats.transfer.UploadDone;
import dev.heisenbug.formats.transfer.UploadGrant;
import dev.heisenbug.formats.transfer.UploadRequest;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Takes bundles from the spool to storage, as often as it takes. */
final class Uploader implements Runnable {
  private static final long FIRST_PAUSE = 1_000;
  private static final long LONGEST_PAUSE = 60_000;
  private static final long GRACE_MILLIS = 25_000;

  private final Spool spool;
  private final OperatorClient operator;
  private volatile boolean finishing;

  Uploader(Spool spool, OperatorClient operator) {
    this.spool = spool;
    this.operator = operator;
  }

  @Override
  public void run() {
    long pause = FIRST_PAUSE;
    while (true) {
      try {
        List<Spool.Entry> waiting = spool.entries();
        if (waiting.isEmpty()) {
          if (finishing) {
            return;
          }
          spool.await(500);
          continue;
        }
        upload(waiting.get(0));
        pause = FIRST_PAUSE;
      } catch (InterruptedException e) {
        return;
      } catch (IOException | RuntimeException e) {
        Log.say("upload failed, again in %d s: %s", pause / 1000, e);
        pause = sleep(pause);
      }
    }
  }

  /** Goes on with what is in the spool for as long as a pod's end usually allows. */
  void finish(Thread thread) {
    finishing = true;
    try {
      thread.join(GRACE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void upload(Spool.Entry entry) throws IOException, InterruptedException {
    UploadRequest request = entry.request();
    UploadGrant grant;
    try {
      grant = operator.post(TransferNames.UPLOADS, request, UploadGrant.class);
    } catch (OperatorClient.RefusedException e) {
      if (e.passing()) {
        throw e;
      }
      Log.say("bundle %s is refused and dropped: %s", request.recording(), e.getMessage());
      spool.remove(entry);
      return;
    }
    if (!grant.accepted()) {
      Log.say("bundle %s is not wanted: %s", request.recording(), grant.reason());
      spool.remove(entry);
      return;
    }
    Storage storage = new Storage(grant.caBundle());
    List<String> etags = new ArrayList<>();
    for (int i = 0; i < grant.urls().size(); i++) {
      long from = i * grant.partBytes();
      long bytes = Math.min(grant.partBytes(), request.bytes() - from);
      etags.add(storage.put(grant.urls().get(i), entry.bundle(), from, bytes));
    }
    Map<?, ?> answer =
        operator.post(
            TransferNames.UPLOADS_DONE,
            new UploadDone(request, grant.key(), grant.uploadId(), etags),
            Map.class);
    Log.say(
        "uploaded bundle %s as %s through %s: %s",
        request.recording(), grant.key(), URI.create(grant.urls().get(0)).getHost(), answer);
    spool.remove(entry);
  }

  private static long sleep(long pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Math.min(2 * pause, LONGEST_PAUSE);
  }
}
