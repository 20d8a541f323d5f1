package dev.heisenbug.decode.cli;

import picocli.CommandLine;

/** Runs the decode command alone, without the rest of heisenbug. */
public final class DecodeMain {
  private DecodeMain() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new DecodeCommand()).execute(args));
  }
}
