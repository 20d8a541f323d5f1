package dev.heisenbug.analyzer.jvm.guided;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.heisenbug.analyzer.jvm.guided.Itinerary.Match;
import dev.heisenbug.analyzer.jvm.guided.Trials.Trial;
import dev.heisenbug.launch.PlanStep;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Leaves of a long plan only the turns in which things go wrong: before them each thread comes by
 * itself to where it stood then, and behind them each goes to its end by itself.
 *
 * <p>Turns cannot just be left out where threads wait in loops: without them a thread goes round
 * less often, and all its counters behind that speak of other places. So places are found again in
 * a calm run, in which every thread runs as long as it can. And once threads wait for each other in
 * turn they may do so to the end, unless one is stopped where it is in nobody's way. Whether all
 * that changes what goes wrong is not asked: each such plan is run, and it fails or it does not.
 */
final class CalmTurns {
  /** Below this, turns can be left out one by one. */
  private static final int SHORT = 30;

  /** So many turns more or less make no difference: single ones are left out later. */
  private static final int EXACT = 4;

  /** Threads with one of so many last turns take part in what goes wrong. */
  private static final int RECENT = 16;

  /**
   * So many turns behind what goes wrong may be needed to bring threads out of each other's way.
   */
  private static final int MOST_MORE = 24;

  /** At most so many turns of a thread are kept. */
  private static final int MOST_BACK = 40;

  /** What would be left out turn by turn takes longer than so many times the usual budget. */
  private static final int MORE = 4;

  private final Runs runs;
  private final int workers;
  private final Duration budget;
  private final long latest;

  /**
   * @param budget the usual time for making a schedule short
   * @param latest until when it must be done in any case
   */
  CalmTurns(Runs runs, int workers, Duration budget, long latest) {
    this.runs = runs;
    this.workers = workers;
    this.budget = budget.multipliedBy(MORE);
    this.latest = latest;
  }

  /** A candidate with fewer turns, or the same. */
  Candidate of(Candidate c) throws IOException, InterruptedException {
    if (c.plan().size() <= SHORT || budget.isZero()) {
      return c;
    }
    try (Trials trials = new Trials(runs, workers, System.nanoTime() + budget.toNanos(), latest)) {
      Trial end = calmEnd(new Trial(c.plan(), c.outcome()), trials);
      Trial whole = end.steps() <= SHORT ? end : calmBeginning(end, trials);
      boolean shorter = whole.steps() < c.plan().size();
      return shorter ? new Candidate(c.provenance(), whole.outcome()) : c;
    }
  }

  private Trial calmEnd(Trial whole, Trials trials) throws IOException, InterruptedException {
    Trial enough = trials.enough(whole, EXACT);
    int needed = enough.plan().size();
    return trials.shortest(enough, ends(whole.plan(), needed + 1), needed + SHORT);
  }

  private Trial calmBeginning(Trial end, Trials trials) throws IOException, InterruptedException {
    Itinerary restless = itinerary(end.plan());
    Itinerary calm = itinerary(Candidate.hashes(end.plan()));
    return restless == null || calm == null
        ? end
        : trials.shortest(end, beginnings(end.plan(), restless, calm), SHORT);
  }

  /** Where threads come by under a plan; null if that is not known. */
  private Itinerary itinerary(List<PlanStep> plan) throws IOException, InterruptedException {
    Path folder = runs.folder();
    boolean complete = runs.traced(folder, plan).logComplete();
    return complete ? Within.time(budget, () -> Itinerary.of(folder), null) : null;
  }

  /** The plan up to where it has gone wrong, and one turn more, and so on. */
  private static Iterator<List<PlanStep>> ends(List<PlanStep> plan, int first) {
    return IntStream.rangeClosed(first, Math.min(plan.size(), first + MOST_MORE))
        .mapToObj(size -> plan.subList(0, size))
        .iterator();
  }

  /**
   * Some of the last turns, fewer of them first: each thread of the last turns starts where it was
   * in nobody's way before them, or one of them once earlier still.
   */
  private static Iterator<List<PlanStep>> beginnings(
      List<PlanStep> plan, Itinerary restless, Itinerary calm) {
    List<String> active = active(plan);
    Set<List<PlanStep>> plans = new LinkedHashSet<>();
    for (int turns = 1; turns <= MOST_BACK; turns += 1 + turns / 3) {
      for (int earlier = -1; earlier < active.size(); earlier++) {
        Map<String, Integer> starts = reached(plan, 0);
        for (int i = 0; i < active.size(); i++) {
          String thread = active.get(i);
          int before = reached(plan, turns).getOrDefault(thread, 0);
          starts.put(thread, restless.idle(thread, before, i == earlier ? 2 : 1));
        }
        plans.add(from(starts, plan, restless, calm));
      }
    }
    return plans.iterator();
  }

  /** What the plan says of threads behind where they start, in counters of the calm run. */
  private static List<PlanStep> from(
      Map<String, Integer> starts, List<PlanStep> plan, Itinerary restless, Itinerary calm) {
    Map<String, Match> matches = new LinkedHashMap<>();
    starts.forEach((thread, start) -> matches.put(thread, restless.find(thread, start, calm)));
    List<PlanStep> rest = new ArrayList<>();
    List<String> next = new ArrayList<>();
    for (PlanStep step : plan) {
      Match m = matches.get(step.thread());
      if (step.kind() != PlanStep.Kind.HASHES
          && step.until() > starts.getOrDefault(step.thread(), 0)) {
        int until = m == null ? step.until() : m.shift(step.until());
        rest.add(new PlanStep(step.kind(), step.thread(), until, step.site()));
        if (!next.contains(step.thread())) {
          next.add(step.thread());
        }
      }
    }
    List<PlanStep> result = new ArrayList<>(Candidate.hashes(plan));
    // Who goes on first comes last.
    matches.entrySet().stream()
        .filter(e -> e.getValue() != null)
        .sorted(
            Comparator.comparingInt(
                e -> next.contains(e.getKey()) ? -next.indexOf(e.getKey()) : -next.size()))
        .forEach(e -> result.add(new PlanStep(e.getKey(), e.getValue().to(), "")));
    result.addAll(rest);
    return result;
  }

  /**
   * How far the plan brings each thread, in the order of their first turns.
   *
   * @param without so many last turns of each
   */
  private static Map<String, Integer> reached(List<PlanStep> plan, int without) {
    Map<String, List<PlanStep>> turns =
        plan.stream()
            .filter(s -> s.kind().isTurn())
            .collect(groupingBy(PlanStep::thread, LinkedHashMap::new, toList()));
    Map<String, Integer> reached = new LinkedHashMap<>();
    turns.forEach(
        (thread, own) -> {
          int last = own.size() - 1 - without;
          reached.put(thread, last < 0 ? 0 : own.get(last).until());
        });
    return reached;
  }

  /** The threads of the last turns. */
  private static List<String> active(List<PlanStep> plan) {
    List<PlanStep> turns = plan.stream().filter(s -> s.kind().isTurn()).toList();
    return turns.subList(Math.max(0, turns.size() - RECENT), turns.size()).stream()
        .map(PlanStep::thread)
        .distinct()
        .toList();
  }
}
