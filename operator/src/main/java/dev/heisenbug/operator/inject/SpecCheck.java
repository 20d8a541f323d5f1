package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the definition's schema cannot say about a capture. A pod with it would be refused by the
 * API server, and a pod that is not recorded is better than one that is not there.
 */
final class SpecCheck {
  private static final Pattern KEY =
      Pattern.compile("([a-z0-9]([a-z0-9.-]*[a-z0-9])?/)?[A-Za-z0-9]([\\w.-]{0,61}[A-Za-z0-9])?");
  private static final Pattern VALUE = Pattern.compile("([A-Za-z0-9]([\\w.-]{0,61}[A-Za-z0-9])?)?");
  private static final Pattern QUANTITY =
      Pattern.compile("([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(([KMGTPE]i)|[mkMGTPE]|[eE]-?[0-9]+)?");

  private SpecCheck() {}

  /** The first problem; the message begins with the field's name. */
  static Optional<String> problem(CaptureSpec spec) {
    return first(
        selector(spec.selector()),
        resources("spec.recorder.resources", spec.recorder().resources()),
        resources("spec.analysis.resources", spec.analysis().resources()),
        resources("spec.replay.resources", spec.replay().resources()));
  }

  private static String selector(LabelSelector selector) {
    if (selector == null) {
      return null;
    }
    if (selector.getMatchLabels() != null) {
      for (Map.Entry<String, String> label : selector.getMatchLabels().entrySet()) {
        if (!KEY.matcher(label.getKey()).matches() || !VALUE.matcher(label.getValue()).matches()) {
          return "spec.selector.matchLabels: %s=%s cannot be a label."
              .formatted(label.getKey(), label.getValue());
        }
      }
    }
    List<LabelSelectorRequirement> all = selector.getMatchExpressions();
    for (int i = 0; all != null && i < all.size(); i++) {
      String wrong = expression(all.get(i));
      if (wrong != null) {
        return "spec.selector.matchExpressions[%d]%s".formatted(i, wrong);
      }
    }
    return null;
  }

  private static String expression(LabelSelectorRequirement wanted) {
    if (wanted.getKey() == null || !KEY.matcher(wanted.getKey()).matches()) {
      return ".key: %s cannot be a label's name.".formatted(wanted.getKey());
    }
    List<String> values = wanted.getValues() == null ? List.of() : wanted.getValues();
    for (String value : values) {
      if (!VALUE.matcher(value).matches()) {
        return ".values: %s cannot be a label's value.".formatted(value);
      }
    }
    return switch (String.valueOf(wanted.getOperator())) {
      case "In", "NotIn" ->
          values.isEmpty() ? ".values: " + wanted.getOperator() + " needs some." : null;
      case "Exists", "DoesNotExist" ->
          values.isEmpty() ? null : ".values: " + wanted.getOperator() + " has none.";
      default ->
          ".operator: %s is not one of In, NotIn, Exists, DoesNotExist."
              .formatted(wanted.getOperator());
    };
  }

  private static String resources(String field, ResourceRequirements resources) {
    if (resources == null) {
      return null;
    }
    Map<String, Quantity> limits = none(resources.getLimits());
    Map<String, Quantity> requests = none(resources.getRequests());
    for (Map.Entry<String, Quantity> limit : limits.entrySet()) {
      if (!valid(limit.getValue())) {
        return "%s.limits.%s: %s is not a quantity."
            .formatted(field, limit.getKey(), limit.getValue());
      }
    }
    for (Map.Entry<String, Quantity> request : requests.entrySet()) {
      String name = field + ".requests." + request.getKey();
      if (!valid(request.getValue())) {
        return "%s: %s is not a quantity.".formatted(name, request.getValue());
      }
      Quantity limit = limits.get(request.getKey());
      if (limit != null && amount(request.getValue()).compareTo(amount(limit)) > 0) {
        return "%s: %s is more than the limit %s.".formatted(name, request.getValue(), limit);
      }
    }
    return null;
  }

  private static Map<String, Quantity> none(Map<String, Quantity> map) {
    return map == null ? Map.of() : map;
  }

  private static boolean valid(Quantity quantity) {
    return quantity != null && QUANTITY.matcher(quantity.toString()).matches();
  }

  private static BigDecimal amount(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity);
  }

  private static Optional<String> first(String... problems) {
    for (String problem : problems) {
      if (problem != null) {
        return Optional.of(problem);
      }
    }
    return Optional.empty();
  }
}
