package dev.heisenbug.nativerec;

import dev.heisenbug.nativerec.trace.Syscalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Notices from outside, without stopping anything, that every thread of a program waits for another
 * one: all are in futex waits without a time limit, and none has run for a while.
 */
final class StuckProgram {
  private static final long LONG_ENOUGH = Duration.ofSeconds(1).toNanos();
  private static final int WAIT4 = 61;
  private static final int WAITID = 247;

  private List<String> seen = List.of();
  private long since;

  /** A thread that waits, and the address of what it waits for. */
  record Waiter(int tid, long futex) {}

  /** The waiters once the program is stuck; empty before. */
  List<Waiter> look(Stream<ProcessHandle> processes) {
    List<String> now = new ArrayList<>();
    List<Waiter> waiters = new ArrayList<>();
    for (ProcessHandle process : processes.toList()) {
      if (!add(process.pid(), now, waiters)) {
        seen = List.of();
        return List.of();
      }
    }
    if (waiters.isEmpty() || !now.equals(seen)) {
      seen = now;
      since = System.nanoTime();
      return List.of();
    }
    return System.nanoTime() - since < LONG_ENOUGH ? List.of() : waiters;
  }

  /** Adds what the threads of a process are doing; false when one of them may go on. */
  private static boolean add(long pid, List<String> now, List<Waiter> waiters) {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path task : tasks.sorted().toList()) {
        String call = text(task.resolve("syscall"));
        // The second file counts how long and how often the thread has run.
        now.add(task + " " + call + " " + text(task.resolve("schedstat")));
        String[] words = call.split(" ");
        if (words.length < 7) {
          return false;
        }
        long number = Long.parseLong(words[0]);
        long[] arguments = new long[6];
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = Long.parseUnsignedLong(words[i + 1].substring(2), 16);
        }
        if (Syscalls.waitsForEver(number, arguments)) {
          int tid = Integer.parseInt(task.getFileName().toString());
          waiters.add(new Waiter(tid, arguments[0]));
        } else if (number != WAIT4 && number != WAITID) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      // It has just ended, or the kernel does not let us look.
      return false;
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
  }
}
