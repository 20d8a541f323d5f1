package dev.heisenbug.formats.transfer;

/**
 * What a stage of the pipeline came to, as its Job left it in storage beside the bundle.
 *
 * @param exitCode of the command line: 0 done, 1 error, 2 not reproduced, 3 unknown
 * @param seconds how long it took
 * @param output what the command printed, JSON where it came that far
 * @param errors the last lines of what it said on the error stream
 */
public record StageResult(int exitCode, int seconds, String output, String errors) {
  /** Name of the file for a stage. */
  public static String file(String stage) {
    return stage + "-result.json";
  }
}
