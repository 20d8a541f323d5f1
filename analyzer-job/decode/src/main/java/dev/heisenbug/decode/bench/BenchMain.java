package dev.heisenbug.decode.bench;

import picocli.CommandLine;

/** Runs the decoder benchmark alone. */
public final class BenchMain {
  private BenchMain() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new DecoderBench()).execute(args));
  }
}
