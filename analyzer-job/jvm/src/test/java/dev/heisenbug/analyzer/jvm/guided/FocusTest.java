package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.analyzer.jvm.symbolic.SharedSites.Place;
import dev.heisenbug.launch.RunSettings.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A field of the program is not lost among the many accesses of the JDK's data structures. */
class FocusTest {
  private static final int CHOICES = 4000;

  @Test
  void fewPlacesOfTheProgramAreChosenAsOftenAsManyOfTheJdk() {
    assertThat(share(chosen(false), "Main.load")).isBetween(0.3, 0.6);
  }

  @Test
  void visitsThatMetAnotherThreadArePreferred() {
    List<Visit> map = chosen(false).stream().filter(v -> v.site().startsWith("java")).toList();
    assertThat(map.stream().filter(v -> v.number() == 371).count()).isGreaterThan(map.size() / 3);
    assertThat(map).anyMatch(v -> v.number() != 371);
  }

  @Test
  void whatTheFailingMethodLooksAtIsChosenOften() {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      places.add(new Place("Server.step()V@" + i, "Server.field" + i, 9, List.of(1), false, true));
    }
    places.add(new Place("Server.handle()V@4", "Server.hits", 20, List.of(1), false, true));
    places.add(new Place("Main.main()V@9", "Server.hits", 1, List.of(1), false, true));
    assertThat(share(chosen(new Focus(places, Set.of("Main.main")), false), "Server.handle"))
        .isGreaterThan(0.25);
    assertThat(share(chosen(new Focus(places, Set.of()), false), "Server.handle")).isLessThan(0.05);
  }

  @Test
  void onlyStoresAreHeldBack() {
    assertThat(chosen(false)).noneMatch(Visit::hold);
    assertThat(chosen(true)).anyMatch(Visit::hold);
    assertThat(chosen(true).stream().filter(Visit::hold)).allMatch(v -> v.site().endsWith("@4"));
  }

  private static double share(List<Visit> visits, String prefix) {
    return visits.stream().filter(v -> v.site().startsWith(prefix)).count()
        / (double) visits.size();
  }

  private static List<Visit> chosen(boolean weak) {
    List<Place> places = new ArrayList<>();
    places.add(new Place("Main.load()V@4", "Main.current", 6, List.of(2), true, true));
    for (int i = 0; i < 60; i++) {
      String what = "java/util/HashMap.field" + i % 5;
      places.add(
          new Place("java/util/HashMap.put()V@" + i + 10, what, 900, List.of(371), false, false));
    }
    return chosen(new Focus(places, Set.of()), weak);
  }

  private static List<Visit> chosen(Focus focus, boolean weak) {
    Random random = new Random(3);
    return Stream.generate(() -> focus.choose(random, weak))
        .limit(CHOICES)
        .flatMap(List::stream)
        .toList();
  }
}
