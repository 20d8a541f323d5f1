package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.SharedSites.Place;
import dev.heisenbug.launch.RunSettings.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses where threads are to be held up: at a place that shares something, however seldom the run
 * comes there, rather at one without protection than at another, as often in the program's own code
 * as in the JDK's, and as often at one variable as at another, however many places touch it; a
 * third of the time at what the failing method itself looks at. Under a weak memory model, rather
 * at a store, which is then held back.
 */
final class Focus {
  private static final int MOST = 3;
  private static final int FEW_VISITS = 3;
  private final List<Place> all;
  private final List<Place> racing;
  private final List<Place> stores;

  /** Those that touch what a method looks at in which the failure showed. */
  private final List<Place> suspects;

  /**
   * @param failing methods in which the failure showed, as {@code package.Class.method}
   */
  Focus(List<Place> places, Set<String> failing) {
    all = places;
    racing = places.stream().filter(Place::racing).toList();
    stores = racing.stream().filter(Place::store).toList();
    Set<String> looked =
        racing.stream()
            .filter(p -> failing.contains(method(p)))
            .map(Place::what)
            .collect(Collectors.toSet());
    List<Place> touching = racing.stream().filter(p -> looked.contains(p.what())).toList();
    // Who only looks at the result is late enough anyway.
    List<Place> others = touching.stream().filter(p -> !failing.contains(method(p))).toList();
    suspects = others.isEmpty() ? touching : others;
  }

  private static String method(Place place) {
    return place.name().substring(0, place.name().indexOf('(')).replace('/', '.');
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
      chosen.add(new Visit(last.name(), visit(last, random), hold));
    }
    return chosen;
  }

  private Place any(Random random, boolean weak) {
    if (!suspects.isEmpty() && random.nextInt(3) == 0) {
      return fair(suspects, random);
    }
    if (weak && !stores.isEmpty() && random.nextBoolean()) {
      return fair(stores, random);
    }
    return fair(racing.isEmpty() || random.nextInt(4) == 0 ? all : racing, random);
  }

  /** A place of the program or of the JDK, then what it touches, then where. */
  private static Place fair(List<Place> places, Random random) {
    boolean wanted = random.nextBoolean();
    List<Place> some = places.stream().filter(p -> p.own() == wanted).toList();
    List<Place> from = some.isEmpty() ? places : some;
    List<String> touched = from.stream().map(Place::what).distinct().toList();
    String what = touched.get(random.nextInt(touched.size()));
    return one(from, what, random);
  }

  private static Place one(List<Place> places, String what, Random random) {
    List<Place> same = places.stream().filter(p -> p.what().equals(what)).toList();
    return same.get(random.nextInt(same.size()));
  }

  /** Another place that touches the same field, or the same one. */
  private Place related(Place place, Random random) {
    return one(place.racing() ? racing : all, place.what(), random);
  }

  /**
   * Mostly one of those that met another thread's; else one of the first visits, any of them, or
   * one by order of magnitude.
   */
  private static int visit(Place place, Random random) {
    int most = Math.max(1, place.visits());
    if (place.racing() && random.nextInt(4) > 0) {
      int known = place.meetings().size();
      return place
          .meetings()
          .get(random.nextInt(random.nextBoolean() ? Math.min(known, 6) : known));
    }
    return switch (random.nextInt(3)) {
      case 0 -> 1 + random.nextInt(Math.min(most, FEW_VISITS));
      case 1 -> 1 + random.nextInt(most);
      default -> (int) Math.min(most, Math.round(Math.exp(random.nextDouble() * Math.log(most))));
    };
  }
}
