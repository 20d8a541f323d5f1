// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.ArrayIndexOutOfBoundsException
// failure: java.lang.IllegalStateException
//
// A lambda with a side effect in a parallel stream: matches are added to a plain ArrayList from
// several fork-join workers.
// Shows as: uncaught ArrayIndexOutOfBoundsException in main (rethrown by the stream), or
// IllegalStateException when matches are missing.
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public final class Main {
  record Match(int row, int score) {}

  public static void main(String[] args) {
    List<Match> matches = new ArrayList<>();
    IntStream.range(0, 2000)
        .parallel()
        .filter(row -> row % 2 == 0)
        .mapToObj(row -> new Match(row, score(row)))
        .forEach(matches::add);
    if (matches.size() != 1000) {
      throw new IllegalStateException(matches.size() + " matches of 1000");
    }
  }

  private static int score(int row) {
    int score = row;
    for (int i = 0; i < 20; i++) {
      score = (score * 31 + i) % 101;
    }
    return score;
  }
}
