package dev.heisenbug.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RunTimesTest {
  @Test
  void nothingIsOverdueBeforeARunHasEnded() {
    assertEquals("", new RunTimes(5).option());
  }

  @Test
  void aMinuteIsTheLeastThatIsOverdue() {
    RunTimes times = new RunTimes(5);
    times.begin();
    times.completed();
    assertEquals(",overdue=60", times.option());
  }

  @Test
  void nothingIsOverdueWhereNothingIsAHang() {
    RunTimes times = new RunTimes(0);
    times.begin();
    times.completed();
    assertEquals("", times.option());
  }
}
