package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table answers like a map of the JDK, however far it grows. */
class SiteTableTest {
  @Test
  void itIsAMap() {
    SiteTable table = new SiteTable();
    Map<Integer, Integer> map = new HashMap<>();
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      int site = random.nextInt(30_000) - 100;
      assertThat(table.get(site)).isEqualTo(map.getOrDefault(site, SiteTable.ABSENT));
      if (!map.containsKey(site)) {
        table.put(site, i - 5);
        map.put(site, i - 5);
      }
    }
    map.forEach((site, number) -> assertThat(table.get(site)).isEqualTo(number));
  }
}
