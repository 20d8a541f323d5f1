package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.formats.bundle.BundleException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import picocli.CommandLine;

/** Says what went wrong in one sentence. */
final class Errors {
  private static final String JSON = "--json";

  private Errors() {}

  /**
   * Prints a sentence for people and, where the command was asked for JSON, one object for programs
   * that read its standard output.
   *
   * @return the exit code
   */
  static int print(CommandLine command, List<String> args, String sentence, int code) {
    command.getErr().println(sentence);
    int end = args.indexOf("--");
    if ((end < 0 ? args : args.subList(0, end)).contains(JSON)) {
      ObjectNode node = new ObjectMapper().createObjectNode();
      command.getOut().println(node.put("error", sentence).put("exitCode", code).toPrettyString());
    }
    return code;
  }

  /** With a full stop, unless it ends otherwise. */
  static String sentence(String text) {
    return text.matches("(?s).*[\\w'\")]") ? text + "." : text;
  }

  static String say(Throwable e) {
    if (e instanceof BundleException) {
      return e.getMessage();
    }
    if (e instanceof UncheckedIOException) {
      return say(e.getCause());
    }
    if (e instanceof OutOfMemoryError) {
      return "there is not enough memory (%s)".formatted(e.getMessage())
          + "; give it more with HEISENBUG_JAVA_OPTIONS=-Xmx8g, or record a shorter run.";
    }
    if (e instanceof java.nio.file.NoSuchFileException f) {
      return "there is no file " + f.getFile() + ".";
    }
    if (e instanceof java.nio.file.FileSystemException f) {
      return "no access to " + f.getFile() + ": " + reason(f) + ".";
    }
    String message = e.getMessage();
    if (e instanceof IllegalStateException && "Shutdown in progress".equals(message)) {
      // What the JDK says to whoever starts something when Ctrl-C has already ended us.
      return "interrupted; recordings made so far are kept.";
    }
    return isForUsers(e) && message != null
        ? message
        : "internal error (%s); set HEISENBUG_DEBUG=1 for details."
            .formatted(message == null ? e.getClass().getSimpleName() : e);
  }

  /** What was thrown with a sentence for users in mind; all else is a fault of ours. */
  private static boolean isForUsers(Throwable e) {
    return e instanceof IOException
        || e.getClass() == IllegalArgumentException.class
        || e.getClass() == IllegalStateException.class
        || e.getClass().getName().startsWith("dev.heisenbug.");
  }

  /** The exceptions that have no reason have one in their name. */
  private static String reason(java.nio.file.FileSystemException e) {
    String reason = e.getReason();
    return reason != null ? reason : e.getClass().getSimpleName().replace("Exception", "");
  }
}
