package dev.heisenbug.analyzer.jvm.runlog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a run ended, as far as the analyzer needs it from {@code outcome.tsv}.
 *
 * @param status completed, failed, exit, deadlock, hang, timeout or diverged
 * @param points how many points each thread passed, by tree id
 * @param plan the handovers of the run
 * @param complete whether the log holds the whole run
 */
public record RunOutcome(
    String status, Map<String, Integer> points, List<PlanStep> plan, boolean complete) {

  /** Thread {@code thread} ran until its point counter reached {@code until}. */
  public record PlanStep(String thread, int until) {}

  public static RunOutcome read(Path file) {
    String status = "";
    boolean complete = false;
    Map<String, Integer> points = new LinkedHashMap<>();
    List<PlanStep> plan = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] f = line.split("\t", -1);
        switch (f[0]) {
          case "status" -> status = f[1];
          case "thread" -> points.put(f[1], Integer.parseInt(f[2]));
          case "run" -> plan.add(new PlanStep(f[1], Integer.parseInt(f[2])));
          case "log" -> complete = f[1].equals("complete");
          default -> {}
        }
      }
    } catch (IOException e) {
      throw new RunLogException("cannot read " + file + ": " + e.getMessage(), e);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new RunLogException(file.getFileName() + " is damaged", e);
    }
    return new RunOutcome(status, points, List.copyOf(plan), complete);
  }
}
