package dev.heisenbug.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunTimesTest {
  private static final RecordOptions ONCE = RecordOptions.standard(Path.of("out"));
  private static final RecordOptions OFTEN = ONCE.untilFailure(100);

  @Test
  void aSingleRunMayTakeAsLongAsItTakes() {
    assertEquals("", new RunTimes(ONCE).option());
  }

  @Test
  void aFirstRunOfManyIsOnlySuspected() {
    assertEquals(",suspect=60", new RunTimes(OFTEN).option());
  }

  @Test
  void aLongerLimitSuspectsLater() {
    assertEquals(",suspect=300", new RunTimes(OFTEN.withLimits(0, 600)).option());
  }

  @Test
  void aMinuteIsTheLeastThatIsOverdue() {
    RunTimes times = new RunTimes(OFTEN);
    times.begin();
    times.completed();
    assertEquals(",overdue=60", times.option());
  }

  @Test
  void theUserKnowsBest() {
    assertEquals(",overdue=25", new RunTimes(OFTEN.withLimits(25, 0)).option());
  }

  @Test
  void nothingIsOverdueWhereNothingIsAHang() {
    RunTimes times = new RunTimes(OFTEN.withHangSeconds(0));
    times.begin();
    times.completed();
    assertEquals("", times.option());
  }
}
