package dev.heisenbug.e2e;

import io.fabric8.kubernetes.api.model.Secret;
import io.minio.BucketExistsArgs;
import io.minio.GetObjectArgs;
import io.minio.GetPresignedObjectUrlArgs;
import io.minio.Http;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import io.minio.Result;
import io.minio.messages.Item;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The embedded object storage, read with the administrator's right to its Secret. */
final class Bucket {
  private Bucket() {}

  static String read(String key) throws Exception {
    try (InputStream in =
        client().getObject(GetObjectArgs.builder().bucket("heisenbug").object(key).build())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static void write(String key, byte[] data) throws Exception {
    if (!client().bucketExists(BucketExistsArgs.builder().bucket("heisenbug").build())) {
      // The operator makes it when it needs it first.
      client().makeBucket(MakeBucketArgs.builder().bucket("heisenbug").build());
    }
    client()
        .putObject(
            PutObjectArgs.builder()
                .bucket("heisenbug")
                .object(key)
                .data(data, data.length)
                .build());
  }

  /** Keys that begin with a text. */
  static List<String> keys(String prefix) throws Exception {
    List<String> keys = new ArrayList<>();
    for (Result<Item> item :
        client()
            .listObjects(
                ListObjectsArgs.builder()
                    .bucket("heisenbug")
                    .prefix(prefix)
                    .recursive(true)
                    .build())) {
      keys.add(item.get().objectName());
    }
    return keys;
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
