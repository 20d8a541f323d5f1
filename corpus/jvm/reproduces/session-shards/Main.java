// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// Random ids choose the shard in which a session is counted, without a lock: only sessions whose
// ids meet in one shard can lose each other. A replay needs the ids, dates and draws of the recording.
// Shows as: uncaught IllegalStateException in main, sessions are missing.
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Date;
import java.util.Random;
import java.util.UUID;

public class Main {
  static final int[] SHARDS = new int[8];
  static final SecureRandom RANDOM = new SecureRandom();
  static volatile Instant newest = Instant.EPOCH;

  static void open(int sessions) {
    for (int i = 0; i < sessions; i++) {
      UUID id = UUID.randomUUID();
      Date since = new Date();
      int shard = (id.hashCode() ^ RANDOM.nextInt(4) ^ new Random().nextInt()) & 7;
      int open = SHARDS[shard];
      if (Instant.now().isAfter(newest)) {
        newest = since.toInstant();
      }
      SHARDS[shard] = open + 1;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] doors = new Thread[3];
    for (int i = 0; i < doors.length; i++) {
      doors[i] = new Thread(() -> open(6), "door-" + i);
      doors[i].start();
    }
    int sum = 0;
    for (Thread door : doors) {
      door.join();
    }
    for (int open : SHARDS) {
      sum += open;
    }
    if (sum != 18) {
      throw new IllegalStateException(sum + " of 18 sessions");
    }
  }
}
