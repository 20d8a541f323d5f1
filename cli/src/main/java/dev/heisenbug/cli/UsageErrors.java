package dev.heisenbug.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in plain words what is wrong with a command line, and what would be right. */
final class UsageErrors {
  private static final Pattern NO_NUMBER =
      Pattern.compile("Invalid value for option '([^']*)': '(.*)' is not an? (int|long|double)");
  private static final String PROGRAM = "CMD";

  private UsageErrors() {}

  static int print(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String sentence = name + ": " + Errors.sentence(say(e, List.of(args)));
    int code = Errors.print(command, List.of(args), sentence, 1);
    command.getErr().println("Try '" + name + " --help'.");
    return code;
  }

  private static String say(ParameterException e, List<String> args) {
    if (e instanceof MissingParameterException missing) {
      return missing(missing);
    }
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      return unmatched(unmatched, args);
    }
    Matcher number = NO_NUMBER.matcher(e.getMessage());
    return number.matches()
        ? "%s takes a %s, not '%s'".formatted(number.group(1), kind(number), number.group(2))
        : e.getMessage();
  }

  private static String kind(Matcher number) {
    if (number.group(2).matches("-?\\d+")) {
      return "smaller number";
    }
    return number.group(3).equals("double") ? "number" : "whole number";
  }

  private static String missing(MissingParameterException e) {
    String what = e.getMissing().stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" "));
    return what.equals(PROGRAM)
        ? "the command that is to be run is missing; write it behind --"
        : what + " is missing";
  }

  private static String unmatched(UnmatchedArgumentException e, List<String> args) {
    String what = e.getUnmatched().get(0);
    CommandLine command = e.getCommandLine();
    if (e.isUnknownOption()) {
      boolean runs =
          command.getCommandSpec().positionalParameters().stream()
              .map(PositionalParamSpec::paramLabel)
              .anyMatch(PROGRAM::equals);
      String hint =
          runs && !args.contains("--") ? "; the program and its own options go behind --" : "";
      return "there is no option " + what + meant(e) + hint;
    }
    return command.getSubcommands().isEmpty()
        ? "'%s' is one too many".formatted(what)
        : "there is no command '%s'%s".formatted(what, meant(e));
  }

  private static String meant(UnmatchedArgumentException e) {
    List<String> similar = e.getSuggestions().stream().limit(3).toList();
    return similar.isEmpty() ? "" : " (did you mean " + String.join(" or ", similar) + "?)";
  }
}
