package dev.heisenbug.operator.pods;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.LimitRangeItem;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the LimitRanges of a namespace ask of a container. A container of ours that does not keep to
 * them would cost the whole pod.
 */
public final class Bounds {
  private final List<LimitRangeItem> items;

  private Bounds(List<LimitRangeItem> items) {
    this.items = items;
  }

  public static Bounds of(List<LimitRange> ranges) {
    List<LimitRangeItem> items = new ArrayList<>();
    for (LimitRange range : ranges) {
      for (LimitRangeItem item : range.getSpec().getLimits()) {
        if ("Container".equals(item.getType())) {
          items.add(item);
        }
      }
    }
    return new Bounds(items);
  }

  /** Requests raised to what is asked for at least, in all or in relation to the limit. */
  public ResourceRequirements fit(ResourceRequirements ours) {
    ResourceRequirements fitted = new ResourceRequirementsBuilder(ours).build();
    for (LimitRangeItem item : items) {
      none(item.getMin()).forEach((name, least) -> raise(fitted, name, least));
      none(item.getMaxLimitRequestRatio()).forEach((name, ratio) -> narrow(fitted, name, ratio));
      none(item.getMax()).forEach((name, most) -> fitted.getLimits().putIfAbsent(name, most));
    }
    return fitted;
  }

  /** Why a container cannot be had here: a limit above the largest that is allowed. */
  public Optional<String> tooMuch(ResourceRequirements ours) {
    for (LimitRangeItem item : items) {
      for (Map.Entry<String, Quantity> most : none(item.getMax()).entrySet()) {
        Quantity limit = fit(ours).getLimits().get(most.getKey());
        if (limit != null && amount(limit).compareTo(amount(most.getValue())) > 0) {
          return Optional.of(
              "the namespace's LimitRange allows a container %s of %s, the recorder needs %s: lower spec.recorder.cap"
                  .formatted(most.getValue(), most.getKey(), limit));
        }
      }
    }
    return Optional.empty();
  }

  private static void raise(ResourceRequirements ours, String name, Quantity least) {
    Quantity request = ours.getRequests().get(name);
    if (request == null || amount(request).compareTo(amount(least)) < 0) {
      ours.getRequests().put(name, least);
    }
    Quantity limit = ours.getLimits().get(name);
    if (limit != null && amount(limit).compareTo(amount(least)) < 0) {
      ours.getLimits().put(name, least);
    }
  }

  /** The limit stays; a ratio is about containers that have both. */
  private static void narrow(ResourceRequirements ours, String name, Quantity ratio) {
    Quantity limit = ours.getLimits().get(name);
    Quantity request = ours.getRequests().get(name);
    if (request != null && limit == null) {
      ours.getLimits().put(name, request);
    } else if (request != null) {
      BigDecimal least = amount(limit).divide(amount(ratio), 3, RoundingMode.UP);
      if (amount(request).compareTo(least) < 0) {
        ours.getRequests().put(name, new Quantity(text(name, least)));
      }
    }
  }

  private static String text(String name, BigDecimal amount) {
    return name.equals("cpu")
        ? amount.movePointRight(3).setScale(0, RoundingMode.UP) + "m"
        : amount.setScale(0, RoundingMode.UP).toPlainString();
  }

  private static Map<String, Quantity> none(Map<String, Quantity> map) {
    return map == null ? Map.of() : map;
  }

  private static BigDecimal amount(Quantity quantity) {
    return Quantity.getAmountInBytes(quantity);
  }
}
