package dev.heisenbug.operator.inject;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.Map;

/** Label selectors, judged here as the API server judges them. */
public final class Selectors {
  private Selectors() {}

  /** An empty selector matches nothing: a capture of everything must say so with an expression. */
  public static boolean matches(LabelSelector selector, Map<String, String> labels) {
    if (selector == null || empty(selector)) {
      return false;
    }
    Map<String, String> there = labels == null ? Map.of() : labels;
    if (selector.getMatchLabels() != null) {
      for (Map.Entry<String, String> wanted : selector.getMatchLabels().entrySet()) {
        if (!wanted.getValue().equals(there.get(wanted.getKey()))) {
          return false;
        }
      }
    }
    if (selector.getMatchExpressions() != null) {
      for (LabelSelectorRequirement wanted : selector.getMatchExpressions()) {
        if (!matches(wanted, there.get(wanted.getKey()))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether a selector says nothing. */
  public static boolean empty(LabelSelector selector) {
    return (selector.getMatchLabels() == null || selector.getMatchLabels().isEmpty())
        && (selector.getMatchExpressions() == null || selector.getMatchExpressions().isEmpty());
  }

  private static boolean matches(LabelSelectorRequirement wanted, String value) {
    return switch (wanted.getOperator()) {
      case "In" -> value != null && wanted.getValues().contains(value);
      case "NotIn" -> value == null || !wanted.getValues().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> false;
    };
  }
}
