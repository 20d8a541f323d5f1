package dev.heisenbug.operator.storage;

import dev.heisenbug.crds.StorageSpec;
import dev.heisenbug.operator.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tries a storage the way a pod meets it that uploads now: over new connections. A connection that
 * is kept alive goes on working after everybody else is refused. One answer serves all captures of
 * a storage until the next look at them.
 */
@ApplicationScoped
public class StorageProbe {
  private final Settings settings;
  private final Stores stores;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  public StorageProbe(Settings settings, Stores stores) {
    this.settings = settings;
    this.stores = stores;
  }

  /** What came of the last try; null is success. */
  private static final class Answer {
    private StorageSpec spec;
    private StorageException failure;
    private long nanos;
  }

  /**
   * @param spec a capture's storage, null for the default
   */
  public void check(String namespace, StorageSpec spec) throws StorageException {
    Answer answer = answers.computeIfAbsent(Stores.id(namespace, spec), id -> new Answer());
    synchronized (answer) {
      if (answer.nanos == 0
          || !java.util.Objects.equals(answer.spec, spec)
          || System.nanoTime() - answer.nanos > freshNanos()) {
        answer.failure = attempt(namespace, spec);
        answer.spec = spec;
        answer.nanos = System.nanoTime();
      }
      if (answer.failure != null) {
        throw answer.failure;
      }
    }
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
