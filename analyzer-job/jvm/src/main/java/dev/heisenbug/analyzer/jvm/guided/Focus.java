package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.SharedSites.Place;
import dev.heisenbug.launch.RunSettings.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Chooses where threads are to be held up: at a place that shares something, however seldom the run
 * comes there, rather at one without protection than at another. Under a weak memory model, rather
 * at a store, which is then held back.
 */
final class Focus {
  private static final int MOST = 3;
  private static final int FEW_VISITS = 3;
  private final List<Place> all;
  private final List<Place> racing;
  private final List<Place> stores;

  Focus(List<Place> places) {
    all = places;
    racing = places.stream().filter(Place::racing).toList();
    stores = racing.stream().filter(Place::store).toList();
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /**
   * One to three visits, at random.
   *
   * @param weak whether stores may be held back
   */
  List<Visit> choose(Random random, boolean weak) {
    int count = 1 + random.nextInt(MOST);
    List<Visit> chosen = new ArrayList<>();
    Place last = null;
    while (chosen.size() < count) {
      last = last != null && random.nextBoolean() ? related(last, random) : any(random, weak);
      boolean hold = weak && last.racing() && last.store() && random.nextInt(4) > 0;
      chosen.add(new Visit(last.name(), visit(last.visits(), random), hold));
    }
    return chosen;
  }

  private Place any(Random random, boolean weak) {
    if (weak && !stores.isEmpty() && random.nextBoolean()) {
      return stores.get(random.nextInt(stores.size()));
    }
    List<Place> from = racing.isEmpty() || random.nextInt(4) == 0 ? all : racing;
    return from.get(random.nextInt(from.size()));
  }

  /** Another place that touches the same field, or the same one. */
  private Place related(Place place, Random random) {
    List<Place> same = all.stream().filter(p -> p.what().equals(place.what())).toList();
    return same.get(random.nextInt(same.size()));
  }

  /** One of the first visits, any of them, or one by order of magnitude. */
  private static int visit(int visits, Random random) {
    int most = Math.max(1, visits);
    return switch (random.nextInt(3)) {
      case 0 -> 1 + random.nextInt(Math.min(most, FEW_VISITS));
      case 1 -> 1 + random.nextInt(most);
      default -> (int) Math.min(most, Math.round(Math.exp(random.nextDouble() * Math.log(most))));
    };
  }
}
