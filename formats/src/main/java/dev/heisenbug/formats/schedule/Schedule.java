package dev.heisenbug.formats.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An order of threads that brings a recorded failure back; {@code schedule.json} in a bundle.
 *
 * @param formatVersion readers refuse later versions
 * @param memoryModel sc, tso or pso
 * @param clock {@code steady} if no thread is given a recorded time before one that another thread
 *     has seen; else null
 * @param threads names of the threads by tree id
 * @param runs who runs until which of its points, in order
 * @param steps the accesses that matter for the failure, in order, for people and for checks
 * @param provenance how the order was found: clocks, solver, search
 * @param contextSwitches changes from one thread to another
 * @param statistics what it took: rounds, seconds, accesses, solver figures
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Schedule(
    int formatVersion,
    String signature,
    String memoryModel,
    String clock,
    Map<String, String> threads,
    List<Run> runs,
    List<Step> steps,
    String provenance,
    int contextSwitches,
    Map<String, Object> statistics) {
  /** The newest version that this software reads, and writes where others are played. */
  public static final int VERSION = 5;

  /** The version of schedules that know clocks and hashes. */
  public static final int VERSION_CLOCK = 4;

  /** The version of schedules that know {@code init} turns. */
  public static final int VERSION_INIT = 3;

  /** The version of schedules that know delayed stores. */
  public static final int VERSION_DELAYS = 2;

  /** The version of schedules under sequential consistency. */
  public static final int VERSION_SC = 1;

  /** A clock that does not go back from one thread to another. */
  public static final String STEADY = "steady";

  /** How ids of threads begin that play other processes: numbers of recorded connections follow. */
  public static final String OTHER_PROCESS = "~n";

  /** The file's name in a bundle. */
  public static final String FILE = "schedule.json";

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /**
   * A stretch in which one thread runs.
   *
   * @param thread tree id
   * @param until the thread's point counter at which the next stretch begins
   * @param site the operation at which it stops: {@code owner.name(desc)@instruction}
   * @param source {@code Class.method:line} of the site
   * @param kind null for such a stretch; {@code hold}: the thread's store at point {@code until}
   *     stays invisible to others; {@code commit}: that store becomes visible here; {@code init}: a
   *     stretch that ends where the thread is about to initialise a class at the site; {@code
   *     hashes}: no stretch, identity hashes are drawn from the beginning {@code until}
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Run(String thread, int until, String site, String source, String kind) {}

  /**
   * One access that matters.
   *
   * @param thread tree id
   * @param operation read, write, lock, …; {@code waits} and {@code fails} say how it ended
   * @param what the variable or object
   * @param value as text, null if not known
   * @param source {@code Class.method:line}
   * @param provenance observed, lock order, clock, solved
   * @param note what is wrong with it, in a few words, or null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Step(
      String thread,
      String operation,
      String what,
      String value,
      String source,
      String provenance,
      String note) {
    /** The same access, told as another operation. */
    public Step as(String otherOperation) {
      return new Step(thread, otherOperation, what, value, source, provenance, note);
    }

    /** The same access with a remark. */
    public Step noting(String remark) {
      return new Step(thread, operation, what, value, source, provenance, remark);
    }
  }

  public Schedule {
    threads = threads == null ? Map.of() : threads;
    runs = List.copyOf(runs);
    steps = steps == null ? List.of() : List.copyOf(steps);
    statistics = statistics == null ? Map.of() : statistics;
  }

  /** How often another thread gets its turn. */
  public long handovers() {
    return runs.stream().filter(r -> r.kind() == null).count();
  }

  /** Reads {@code schedule.json}. */
  public static Schedule read(Path file) throws IOException {
    Schedule s;
    try {
      s = MAPPER.readValue(file.toFile(), Schedule.class);
    } catch (JacksonException e) {
      throw new IOException(
          "the schedule " + file + " is damaged: run heisenbug analyze again.", e);
    }
    if (s.formatVersion() > VERSION) {
      throw new IOException(
          "the schedule %s has format version %d, this software reads up to %d: update it."
              .formatted(file, s.formatVersion(), VERSION));
    }
    return s;
  }

  /** Writes beside the final place and renames, so that a reader never sees half of it. */
  public void write(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    MAPPER.writeValue(part.toFile(), this);
    Files.move(part, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
