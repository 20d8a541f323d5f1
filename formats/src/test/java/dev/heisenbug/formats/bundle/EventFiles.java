package dev.heisenbug.formats.bundle;

import dev.heisenbug.weave.stream.Codes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes recordings as the agent would, without a JVM to record. */
final class EventFiles {
  private EventFiles() {}

  /** One main thread with the given events behind its start. */
  static byte[] file(int... events) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(Codes.THREAD_START);
    body.writeBytes(little(8).putLong(1000).array());
    body.writeBytes(new byte[] {0, 0, 0, 4, 'm', 'a', 'i', 'n'});
    for (int b : events) {
      body.write(b);
    }
    int size = Math.max(256, body.size() + 64);
    ByteBuffer file = little(Codes.FILE_HEADER + size);
    file.putLong(Codes.FILE_MAGIC).putInt(Codes.VERSION).putInt(1).putLong(1000).putLong(5);
    file.position(Codes.FILE_HEADER);
    file.putInt(Codes.CHUNK_MAGIC).putInt(size).putInt(1).putInt(0).put(body.toByteArray());
    return file.array();
  }

  /** A folder as the agent leaves it. */
  static void folder(Path folder, long pid, boolean ended) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("events.hbs"), file(0x01, 0x02, Codes.THREAD_END, 7));
    Files.writeString(folder.resolve("classes.tsv"), "a.B\tff\t10\t\n");
    Files.writeString(
        folder.resolve("agent.json"),
        "{\"pid\": %d, \"startClock\": 1000, \"options\": {\"mode\": \"default\"}}".formatted(pid));
    if (ended) {
      Files.writeString(folder.resolve("ended.json"), "{\"clockErrorNs\": 12, \"truncated\": 0}");
    }
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
