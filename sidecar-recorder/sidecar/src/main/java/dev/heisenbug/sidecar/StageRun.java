package dev.heisenbug.sidecar;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.formats.transfer.StageResult;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Runs a stage inside the program's own image and writes what came of it. Holds a lock meanwhile:
 * the container that delivers the result sees by it when this one is gone, however it went.
 */
final class StageRun {
  static final String RESULT = "result.json";
  static final String LOCK = "run.lock";
  static final String OUTPUT = "output.txt";
  private static final int LONGEST = 20_000;

  private StageRun() {}

  /** The exit code is 0 once a result is written, whatever it says. */
  static int run(Path work, List<String> command) throws IOException, InterruptedException {
    try (FileChannel lock =
        FileChannel.open(work.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      lock.lock();
      lock.write(java.nio.ByteBuffer.wrap(new byte[1])); // not empty: the lock was taken
      Path output = work.resolve(OUTPUT);
      Path errors = work.resolve("errors.txt");
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      int code = process.waitFor();
      int seconds = (int) ((System.nanoTime() - start) / 1_000_000_000L);
      StageResult result = new StageResult(code, seconds, tail(output), tail(errors));
      Report.write(work, result);
      Path part = work.resolve(RESULT + ".part");
      new ObjectMapper().writeValue(part.toFile(), result);
      Files.move(part, work.resolve(RESULT), StandardCopyOption.ATOMIC_MOVE);
      Log.say("the stage ended with %d after %d s", code, seconds);
      System.out.println(result.output());
      System.out.println(result.errors());
      return 0;
    }
  }

  private static String tail(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.UTF_8);
    return text.length() <= LONGEST ? text : text.substring(text.length() - LONGEST);
  }
}
