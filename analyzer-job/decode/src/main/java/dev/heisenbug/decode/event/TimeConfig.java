package dev.heisenbug.decode.event;

/**
 * What the recording machine says about its clocks; zero where it is not known.
 *
 * @param mtcFreq IA32_RTIT_CTL.MTCFreq, the CTC bit an MTC packet starts at
 * @param nomFreq the nominal frequency as a multiple of the bus clock (P1)
 * @param cpuid15Eax denominator of TSC ticks per crystal tick
 * @param cpuid15Ebx numerator of TSC ticks per crystal tick
 */
public record TimeConfig(int mtcFreq, int nomFreq, long cpuid15Eax, long cpuid15Ebx) {
  public static final TimeConfig UNKNOWN = new TimeConfig(0, 0, 0, 0);

  public TimeConfig {
    mtcFreq = mtcFreq & 0xf;
  }
}
