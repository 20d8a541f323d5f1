package dev.heisenbug.operator.storage;

import dev.heisenbug.crds.StorageSpec;
import dev.heisenbug.operator.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tries a storage the way a pod meets it that uploads now: over new connections. A connection that
 * is kept alive goes on working after everybody else is refused. One answer serves all captures of
 * a storage until the next look at them, and nobody waits while somebody else asks anew.
 */
@ApplicationScoped
public class StorageProbe {
  private final Settings settings;
  private final Stores stores;
  private final Map<String, Known> answers = new ConcurrentHashMap<>();

  public StorageProbe(Settings settings, Stores stores) {
    this.settings = settings;
    this.stores = stores;
  }

  /** What came of the last try; null is success. */
  private record Answer(StorageSpec spec, StorageException failure, long nanos) {}

  /** The last answer of a storage; whoever holds the lock asks for the next. */
  private static final class Known {
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Answer answer;
  }

  /**
   * @param spec a capture's storage, null for the default
   */
  public void check(String namespace, StorageSpec spec) throws StorageException {
    Known known = answers.computeIfAbsent(Stores.id(namespace, spec), id -> new Known());
    Answer answer = known.answer;
    if (answer == null || !Objects.equals(answer.spec(), spec)) {
      known.asking.lock();
      answer = fresh(known, namespace, spec);
    } else if (old(answer) && known.asking.tryLock()) {
      answer = fresh(known, namespace, spec);
    }
    if (answer.failure() != null) {
      throw answer.failure();
    }
  }

  /** Asks, unless somebody did while the lock was waited for; gives the lock back. */
  private Answer fresh(Known known, String namespace, StorageSpec spec) {
    try {
      Answer answer = known.answer;
      if (answer == null || !Objects.equals(answer.spec(), spec) || old(answer)) {
        answer = new Answer(spec, attempt(namespace, spec), System.nanoTime());
        known.answer = answer;
      }
      return answer;
    } finally {
      known.asking.unlock();
    }
  }

  private boolean old(Answer answer) {
    return System.nanoTime() - answer.nanos() > freshNanos();
  }

  private StorageException attempt(String namespace, StorageSpec spec) {
    String folder =
        Keys.namespaceFolder(
            stores.prefix(spec),
            settings.cluster(),
            spec == null ? settings.namespace() : namespace);
    try {
      stores.unpooled(namespace, spec).check(folder + ".check");
      return null;
    } catch (StorageException e) {
      return e;
    }
  }

  /** A little less than the time between two looks, so that every look finds something new. */
  private long freshNanos() {
    return Duration.ofMillis(settings.resyncSeconds() * 800L).toNanos();
  }
}
