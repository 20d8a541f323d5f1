package dev.heisenbug.operator.storage;

import dev.heisenbug.crds.StorageSpec;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.storage.StorageException.Reason;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.minio.MinioAsyncClient;
import io.minio.credentials.Provider;
import io.minio.credentials.StaticProvider;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;

/** Finds the storage of a capture; credentials of captures are read anew each minute. */
@ApplicationScoped
public class Stores {
  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();

  private final Settings settings;
  private final KubernetesClient kubernetes;
  private final OkHttpClient http =
      new OkHttpClient.Builder()
          .connectTimeout(Duration.ofSeconds(5))
          .readTimeout(Duration.ofSeconds(20))
          .writeTimeout(Duration.ofSeconds(20))
          .build();
  private final OkHttpClient unpooled =
      http.newBuilder()
          .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
          .callTimeout(Duration.ofSeconds(15))
          .build();
  private final Map<String, Cached> cache = new ConcurrentHashMap<>();
  private volatile boolean bucketMade;
  private Provider identity;

  public Stores(Settings settings, KubernetesClient kubernetes) {
    this.settings = settings;
    this.kubernetes = kubernetes;
  }

  private record Cached(ObjectStore store, StorageSpec spec, long nanos) {}

  /** Whether there is a storage at all. */
  public boolean configured(StorageSpec spec) {
    return spec != null || settings.storage().endpoint().isPresent();
  }

  /** Whom to trust there and nobody else, in PEM; empty: public authorities. */
  public String caBundle(StorageSpec spec) {
    return spec != null ? spec.caBundle() : settings.storage().caBundle().orElse("");
  }

  /** Whether pods speak to it themselves. */
  public boolean presigned(StorageSpec spec) {
    return spec != null ? spec.presigned() : settings.storage().presigned();
  }

  /** Put before all keys of a storage. */
  public String prefix(StorageSpec spec) {
    return spec != null ? spec.prefix() : settings.storage().prefix().orElse("");
  }

  /**
   * @param spec a capture's storage, null for the default
   */
  public ObjectStore of(String namespace, StorageSpec spec) throws StorageException {
    String id = id(namespace, spec);
    Cached cached = cache.get(id);
    long now = System.nanoTime();
    if (cached != null
        && java.util.Objects.equals(cached.spec(), spec)
        && now - cached.nanos() < FRESH_NANOS) {
      return cached.store();
    }
    ObjectStore store = spec == null ? standard(http) : own(namespace, spec, http);
    cache.put(id, new Cached(store, spec, now));
    return store;
  }

  /** The same, with credentials read now and connections that are used once. */
  ObjectStore unpooled(String namespace, StorageSpec spec) throws StorageException {
    return spec == null ? standard(unpooled) : own(namespace, spec, unpooled);
  }

  /** Which storage it is. */
  static String id(String namespace, StorageSpec spec) {
    return spec == null ? "" : namespace + "/" + spec.credentialsSecret() + "/" + spec.bucket();
  }

  private ObjectStore standard(OkHttpClient by) throws StorageException {
    Settings.Storage s = settings.storage();
    if (s.endpoint().isEmpty()) {
      throw new StorageException(
          Reason.NotConfigured,
          "The capture has no storage and the operator has no default: set spec.storage.");
    }
    ObjectStore store =
        new ObjectStore(
            client(
                trusting(by, caBundle(null)),
                s.endpoint().get(),
                s.region(),
                s.pathStyle(),
                s.workloadIdentity()
                    ? identity()
                    : new StaticProvider(s.accessKey().orElse(""), s.secretKey().orElse(""), null)),
            s.bucket());
    if (s.createBucket() && !bucketMade) {
      store.makeBucket();
      bucketMade = true;
    }
    return store;
  }

  /** One for all: it keeps what it was given until that expires. */
  private synchronized Provider identity() {
    if (identity == null) {
      identity = WorkloadIdentity.of(settings.storage(), http);
    }
    return identity;
  }

  private ObjectStore own(String namespace, StorageSpec spec, OkHttpClient by)
      throws StorageException {
    Secret secret;
    try {
      secret = kubernetes.secrets().inNamespace(namespace).withName(spec.credentialsSecret()).get();
    } catch (KubernetesClientException e) {
      throw new StorageException(
          Reason.CredentialsForbidden,
          "The operator may not read Secret %s in namespace %s: bind the ClusterRole %s-storage there."
              .formatted(spec.credentialsSecret(), namespace, settings.release()),
          e);
    }
    if (secret == null || secret.getData() == null) {
      throw new StorageException(
          Reason.CredentialsMissing,
          "There is no Secret %s in namespace %s.".formatted(spec.credentialsSecret(), namespace));
    }
    return new ObjectStore(
        client(
            trusting(by, spec.caBundle()),
            spec.endpoint(),
            spec.region(),
            spec.pathStyle(),
            new StaticProvider(value(secret, "accessKey"), value(secret, "secretKey"), null)),
        spec.bucket());
  }

  private static OkHttpClient trusting(OkHttpClient by, String caBundle) throws StorageException {
    try {
      return caBundle.isBlank() ? by : Trust.in(caBundle).apply(by);
    } catch (GeneralSecurityException | IOException e) {
      throw new StorageException(
          Reason.NotConfigured,
          "spec.storage.caBundle has no certificate in PEM: " + e.getMessage() + ".",
          e);
    }
  }

  private static String value(Secret secret, String key) throws StorageException {
    String encoded = secret.getData().get(key);
    if (encoded == null) {
      throw new StorageException(
          Reason.CredentialsMissing,
          "The Secret %s has no key %s.".formatted(secret.getMetadata().getName(), key));
    }
    return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8).strip();
  }

  private static MinioAsyncClient client(
      OkHttpClient by, String endpoint, String region, boolean pathStyle, Provider credentials) {
    MinioAsyncClient client =
        MinioAsyncClient.builder()
            .endpoint(endpoint)
            .region(region)
            .credentialsProvider(credentials)
            .httpClient(by)
            .build();
    if (pathStyle) {
      client.disableVirtualStyleEndpoint();
    } else {
      client.enableVirtualStyleEndpoint();
    }
    return client;
  }
}
