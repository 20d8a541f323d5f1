package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.Goals;
import dev.heisenbug.analyzer.jvm.symbolic.Options;
import java.util.function.Predicate;

/**
 * Something that should have gone otherwise in a run, so that it follows the recording further.
 *
 * @param thread that should have done it
 * @param record of the thread from which on the run does not count
 * @param goal adds the wanted outcome; false if it depends on nothing shared
 * @param text for people
 */
record Wish(String thread, long record, Predicate<Goals> goal, String text) {
  Options cut(Options options) {
    return options.cut(thread, record);
  }
}
