package dev.heisenbug.operator.storage;

import dev.heisenbug.operator.Settings;
import io.minio.credentials.IamAwsProvider;
import io.minio.credentials.Jwt;
import io.minio.credentials.Provider;
import io.minio.credentials.WebIdentityProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import okhttp3.OkHttpClient;

/**
 * Credentials for the operator's own account instead of keys: short-lived, given for a token that
 * the kubelet renews. Only the default storage has them: a capture that could use them would act
 * with rights that whoever wrote it does not have.
 */
final class WorkloadIdentity {
  private static final String SESSION = "heisenbug-operator";

  private WorkloadIdentity() {}

  static Provider of(Settings.Storage storage, OkHttpClient http) {
    if (storage.stsEndpoint().isEmpty()) {
      // What EKS, or whoever else, put into the pod's environment.
      return new IamAwsProvider(null, http);
    }
    Path token = Path.of(storage.tokenFile().orElseThrow());
    return new WebIdentityProvider(
        () -> new Jwt(read(token), 0),
        storage.stsEndpoint().get(),
        null,
        null,
        storage.role().orElse(null),
        storage.role().isPresent() ? SESSION : null,
        http);
  }

  private static String read(Path token) {
    try {
      return Files.readString(token).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("the account's token cannot be read", e);
    }
  }
}
