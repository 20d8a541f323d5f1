package dev.heisenbug.e2e;

import io.fabric8.kubernetes.api.model.Secret;
import io.minio.GetObjectArgs;
import io.minio.GetPresignedObjectUrlArgs;
import io.minio.Http;
import io.minio.MinioClient;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The embedded object storage, read with the administrator's right to its Secret. */
final class Bucket {
  private Bucket() {}

  static String read(String key) throws Exception {
    try (InputStream in =
        client().getObject(GetObjectArgs.builder().bucket("heisenbug").object(key).build())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A link to write an object, as the operator makes them. */
  static String linkToPut(String key, int seconds) throws Exception {
    return client()
        .getPresignedObjectUrl(
            GetPresignedObjectUrlArgs.builder()
                .method(Http.Method.PUT)
                .bucket("heisenbug")
                .object(key)
                .expiry(seconds)
                .build());
  }

  private static MinioClient client() {
    Secret secret =
        Kube.client().secrets().inNamespace(Installation.NAMESPACE).withName("heisenbug-s3").get();
    return MinioClient.builder()
        .endpoint("http://" + Installation.S3_IP + ":9000")
        .region("us-east-1")
        .credentials(value(secret, "accessKey"), value(secret, "secretKey"))
        .build();
  }

  private static String value(Secret secret, String key) {
    return new String(
        Base64.getDecoder().decode(secret.getData().get(key)), StandardCharsets.UTF_8);
  }
}
