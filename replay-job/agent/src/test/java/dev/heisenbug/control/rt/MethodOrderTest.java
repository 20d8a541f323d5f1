package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What reflection finds comes in one order, however the JVM has it. */
class MethodOrderTest {
  @Test
  void namesAreInOrderAndOverloadsStayAsTheyAre() {
    Random random = new Random(3);
    for (int round = 0; round < 20; round++) {
      List<Method> methods = new ArrayList<>(Arrays.asList(String.class.getDeclaredMethods()));
      Collections.shuffle(methods, random);
      Method[] sorted = MethodOrder.sort(methods.toArray(new Method[0]));
      List<Method> expected = new ArrayList<>(methods);
      expected.sort((a, b) -> a.getName().compareTo(b.getName()));
      assertThat(sorted).containsExactlyElementsOf(expected);
    }
  }

  @Test
  void nothingIsNothing() {
    assertThat(MethodOrder.sort(null)).isNull();
    assertThat(MethodOrder.sort(new Method[0])).isEmpty();
  }
}
