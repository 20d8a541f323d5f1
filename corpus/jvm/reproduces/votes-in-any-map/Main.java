// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// A concurrent map that is declared as a Map: looking and putting are two steps, and between them
// the program touches nothing but local variables and final fields.
// Shows as: uncaught IllegalStateException in main, votes are missing.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class Main {
  private final Map<String, Integer> votes = new ConcurrentHashMap<>();

  void vote(String candidate) {
    Integer before = votes.get(candidate);
    votes.put(candidate, before == null ? 1 : before + 1);
  }

  public static void main(String[] args) throws InterruptedException {
    Main count = new Main();
    Thread[] voters = new Thread[3];
    for (int i = 0; i < voters.length; i++) {
      voters[i] =
          new Thread(
              () -> {
                for (int k = 0; k < 5; k++) {
                  count.vote("ada");
                }
              },
              "voter-" + i);
      voters[i].start();
    }
    for (Thread voter : voters) {
      voter.join();
    }
    int sum = count.votes.get("ada");
    if (sum != 15) {
      throw new IllegalStateException(sum + " of 15 votes");
    }
  }
}
