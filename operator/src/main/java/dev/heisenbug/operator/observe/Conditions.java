package dev.heisenbug.operator.observe;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** A list of conditions in the making: a transition time changes only with its status. */
public final class Conditions {
  private final List<Condition> conditions;
  private final Long generation;

  public Conditions(List<Condition> before, Long generation) {
    this.conditions = new ArrayList<>(before);
    this.generation = generation;
  }

  public Conditions set(String type, boolean holds, String reason, String message) {
    return set(type, holds ? "True" : "False", reason, message);
  }

  public Conditions unknown(String type, String reason, String message) {
    return set(type, "Unknown", reason, message);
  }

  private Conditions set(String type, String status, String reason, String message) {
    Condition before = find(conditions, type);
    String since =
        before != null && status.equals(before.getStatus())
            ? before.getLastTransitionTime()
            : Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    Condition now =
        new ConditionBuilder()
            .withType(type)
            .withStatus(status)
            .withReason(reason)
            .withMessage(message.length() > 1000 ? message.substring(0, 1000) : message)
            .withLastTransitionTime(since)
            .withObservedGeneration(generation)
            .build();
    if (before == null) {
      conditions.add(now);
    } else {
      conditions.set(conditions.indexOf(before), now);
    }
    return this;
  }

  /** A condition that does not apply any more. */
  public void remove(String type) {
    conditions.removeIf(c -> c.getType().equals(type));
  }

  /** The same, if it has that reason. */
  public void removeIf(String type, String reason) {
    conditions.removeIf(c -> c.getType().equals(type) && c.getReason().equals(reason));
  }

  /** As if nothing had been observed. */
  public void clear() {
    conditions.clear();
  }

  public List<Condition> list() {
    return List.copyOf(conditions);
  }

  /** The condition of a type, or null. */
  public static Condition find(List<Condition> conditions, String type) {
    return conditions.stream().filter(c -> c.getType().equals(type)).findFirst().orElse(null);
  }
}
