package dev.heisenbug.nativerec.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BranchEmulatorTest {
  private static final int CARRY = 1;
  private static final int ZERO = 0x40;
  private static final int SIGN = 0x80;
  private static final int OVERFLOW = 0x800;

  @Test
  void conditionsAreThoseOfTheManual() {
    assertThat(BranchEmulator.holds(4, ZERO)).as("je").isTrue();
    assertThat(BranchEmulator.holds(5, ZERO)).as("jne").isFalse();
    assertThat(BranchEmulator.holds(7, 0)).as("ja").isTrue();
    assertThat(BranchEmulator.holds(7, CARRY)).as("ja").isFalse();
    assertThat(BranchEmulator.holds(12, SIGN)).as("jl").isTrue();
    assertThat(BranchEmulator.holds(12, SIGN | OVERFLOW)).as("jl").isFalse();
    assertThat(BranchEmulator.holds(15, OVERFLOW)).as("jg").isFalse();
    assertThat(BranchEmulator.holds(14, ZERO)).as("jle").isTrue();
  }
}
