// kind: none
// jdk: 17
// model: pso
//
// Exceptions, interrupts and racy results that are all part of correct work: workers lose races and
// retry, throw and catch, are interrupted while they wait, and a daemon thread is still waiting
// when
// the process ends. Nothing of this is a failure.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  static final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  static final class Document {
    private final AtomicInteger version = new AtomicInteger();

    void save() {
      int seen = version.get();
      if (!version.compareAndSet(seen, seen + 1)) {
        throw new ConflictException();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Document document = new Document();
    BlockingQueue<String> mail = new ArrayBlockingQueue<>(1);
    Thread janitor = new Thread(() -> drain(mail), "janitor");
    janitor.setDaemon(true);
    janitor.start();
    Thread sleeper = new Thread(() -> drain(mail), "sleeper");
    sleeper.start();
    Thread[] editors = new Thread[2];
    for (int e = 0; e < editors.length; e++) {
      editors[e] = new Thread(() -> edit(document), "editor-" + e);
      editors[e].start();
    }
    for (Thread editor : editors) {
      editor.join();
    }
    sleeper.interrupt();
    sleeper.join();
    if (document.version.get() != 80) {
      throw new AssertionError("version " + document.version.get());
    }
  }

  private static void edit(Document document) {
    int saved = 0;
    while (saved < 40) {
      try {
        document.save();
        saved++;
      } catch (ConflictException e) {
        Thread.onSpinWait();
      }
    }
  }

  private static void drain(BlockingQueue<String> mail) {
    try {
      while (true) {
        mail.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
