package dev.heisenbug.decode.cli;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.packet.Errata;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that describe the recording machine. */
final class MachineOptions {
  @Option(
      names = "--cpu",
      paramLabel = "F/M/S",
      description = "family/model/stepping: which errata apply")
  String cpu;

  @Option(
      names = "--mtc-freq",
      paramLabel = "N",
      description = "MTC period (IA32_RTIT_CTL.MTCFreq)")
  int mtcFreq;

  @Option(names = "--nom-freq", paramLabel = "N", description = "nominal frequency, bus multiple")
  int nomFreq;

  @Option(names = "--cpuid15", paramLabel = "EAX,EBX", description = "CPUID leaf 15H: TSC ratio")
  String cpuid15;

  /** What the user should know of the CPU that was named. */
  Optional<String> warning() {
    if (cpu == null || errata() != Errata.UNKNOWN_CPU) {
      return Optional.empty();
    }
    return Optional.of("CPU " + cpu + " is not known: no errata are applied.");
  }

  Errata errata() {
    if (cpu == null) {
      return Errata.UNKNOWN_CPU;
    }
    String[] parts = cpu.split("/", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw new DecodeException(
          Reason.USAGE, "--cpu wants family/model/stepping, for example 6/85/4.");
    }
    return Errata.of(
        (int) Numbers.parse(parts[0], "--cpu"), (int) Numbers.parse(parts[1], "--cpu"));
  }

  TimeConfig time() {
    long eax = 0;
    long ebx = 0;
    if (cpuid15 != null) {
      String[] parts = cpuid15.split(",", -1);
      if (parts.length != 2) {
        throw new DecodeException(Reason.USAGE, "--cpuid15 wants EAX,EBX, for example 2,266.");
      }
      eax = Numbers.parse(parts[0], "--cpuid15");
      ebx = Numbers.parse(parts[1], "--cpuid15");
    }
    return new TimeConfig(mtcFreq, nomFreq, eax, ebx);
  }

  EventOptions eventOptions() {
    return EventOptions.of(errata(), time());
  }
}
