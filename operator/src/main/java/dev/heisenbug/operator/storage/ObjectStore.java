package dev.heisenbug.operator.storage;

import dev.heisenbug.operator.storage.StorageException.Reason;
import io.minio.AbortMultipartUploadArgs;
import io.minio.BucketExistsArgs;
import io.minio.CompleteMultipartUploadArgs;
import io.minio.CreateMultipartUploadArgs;
import io.minio.GetObjectArgs;
import io.minio.GetPresignedObjectUrlArgs;
import io.minio.Http;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioAsyncClient;
import io.minio.PutObjectArgs;
import io.minio.RemoveObjectArgs;
import io.minio.Result;
import io.minio.StatObjectArgs;
import io.minio.errors.ErrorResponseException;
import io.minio.errors.MinioException;
import io.minio.messages.Item;
import io.minio.messages.Part;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.ProviderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** One bucket of an S3 service; basic S3, multipart and presigned links, nothing else. */
public final class ObjectStore {
  private final MinioAsyncClient client;
  private final String bucket;

  ObjectStore(MinioAsyncClient client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  public String bucket() {
    return bucket;
  }

  /** Writes, reads and deletes a small object: what uploads will need. */
  public void check(String key) throws StorageException {
    boolean there =
        await(() -> client.bucketExists(BucketExistsArgs.builder().bucket(bucket).build()));
    if (!there) {
      throw new StorageException(
          Reason.NoSuchBucket,
          "The bucket " + bucket + " does not exist:" + advice(Reason.NoSuchBucket));
    }
    write(key, "check".getBytes(StandardCharsets.UTF_8));
    read(key);
    remove(key);
  }

  void makeBucket() throws StorageException {
    if (!await(() -> client.bucketExists(BucketExistsArgs.builder().bucket(bucket).build()))) {
      await(() -> client.makeBucket(MakeBucketArgs.builder().bucket(bucket).build()));
    }
  }

  public void write(String key, byte[] data) throws StorageException {
    await(
        () ->
            client.putObject(
                PutObjectArgs.builder()
                    .bucket(bucket)
                    .object(key)
                    .data(data, data.length)
                    .build()));
  }

  public byte[] read(String key) throws StorageException {
    try (InputStream in =
        await(() -> client.getObject(GetObjectArgs.builder().bucket(bucket).object(key).build()))) {
      return in.readAllBytes();
    } catch (java.io.IOException e) {
      throw unreachable(e);
    }
  }

  /** Size in bytes, or -1 if there is no such object. */
  public long size(String key) throws StorageException {
    try {
      return await(
              () -> client.statObject(StatObjectArgs.builder().bucket(bucket).object(key).build()))
          .size();
    } catch (StorageException e) {
      if (e.reason() == Reason.NoSuchObject) {
        return -1;
      }
      throw e;
    }
  }

  public void remove(String key) throws StorageException {
    await(() -> client.removeObject(RemoveObjectArgs.builder().bucket(bucket).object(key).build()));
  }

  /** Removes everything below a folder. */
  public void removeFolder(String prefix) throws StorageException {
    try {
      for (Result<Item> item :
          client.listObjects(
              ListObjectsArgs.builder().bucket(bucket).prefix(prefix).recursive(true).build())) {
        remove(item.get().objectName());
      }
    } catch (MinioException e) {
      throw explain(e);
    }
  }

  public String startParts(String key) throws StorageException {
    return await(
            () ->
                client.createMultipartUpload(
                    CreateMultipartUploadArgs.builder().bucket(bucket).object(key).build()))
        .result()
        .uploadId();
  }

  /** Puts the parts together; doing it twice is no error if the object is there. */
  public void finishParts(String key, String uploadId, List<String> etags, long bytes)
      throws StorageException {
    List<Part> parts = new ArrayList<>();
    for (String etag : etags) {
      parts.add(new Part(parts.size() + 1, etag.replace("\"", "")));
    }
    try {
      await(
          () ->
              client.completeMultipartUpload(
                  CompleteMultipartUploadArgs.builder()
                      .bucket(bucket)
                      .object(key)
                      .uploadId(uploadId)
                      .parts(parts.toArray(Part[]::new))
                      .build()));
    } catch (StorageException e) {
      if (e.reason() == Reason.Unreachable || size(key) != bytes) {
        throw e;
      }
    }
    if (size(key) != bytes) {
      throw new StorageException(
          Reason.NoSuchObject, "The uploaded object " + key + " is not complete.");
    }
  }

  public void abandonParts(String key, String uploadId) throws StorageException {
    await(
        () ->
            client.abortMultipartUpload(
                AbortMultipartUploadArgs.builder()
                    .bucket(bucket)
                    .object(key)
                    .uploadId(uploadId)
                    .build()));
  }

  public String linkToPutPart(String key, String uploadId, int part, int seconds)
      throws StorageException {
    return link(
        Http.Method.PUT,
        key,
        seconds,
        Map.of("uploadId", uploadId, "partNumber", Integer.toString(part)));
  }

  public String linkToPut(String key, int seconds) throws StorageException {
    return link(Http.Method.PUT, key, seconds, Map.of());
  }

  public String linkToGet(String key, int seconds) throws StorageException {
    return link(Http.Method.GET, key, seconds, Map.of());
  }

  private String link(Http.Method method, String key, int seconds, Map<String, String> query)
      throws StorageException {
    try {
      return client.getPresignedObjectUrl(
          GetPresignedObjectUrlArgs.builder()
              .method(method)
              .bucket(bucket)
              .object(key)
              .expiry(seconds, TimeUnit.SECONDS)
              .extraQueryParams(query)
              .build());
    } catch (MinioException | ProviderException | UncheckedIOException e) {
      throw explain(e);
    }
  }

  private <T> T await(Call<T> call) throws StorageException {
    try {
      return call.start().join();
    } catch (CompletionException e) {
      throw explain(e.getCause());
    } catch (MinioException | ProviderException | UncheckedIOException e) {
      throw explain(e);
    }
  }

  /** A request; it may fail before it is sent, where credentials must be got first. */
  private interface Call<T> {
    CompletableFuture<T> start() throws MinioException;
  }

  private StorageException explain(Throwable e) {
    if (e instanceof CompletionException && e.getCause() != null) {
      return explain(e.getCause());
    }
    if (e instanceof ProviderException || e instanceof UncheckedIOException) {
      return new StorageException(
          Reason.CredentialsMissing,
          "The operator's own account gets no credentials for storage: %s. Check storage.workloadIdentity and serviceAccount.annotations of the chart."
              .formatted(e.getMessage()),
          e);
    }
    if (e instanceof ErrorResponseException refused) {
      String code = refused.errorResponse().code();
      Reason reason =
          switch (code == null ? "" : code) {
            case "NoSuchBucket" -> Reason.NoSuchBucket;
            case "NoSuchKey", "NoSuchObject", "NoSuchUpload" -> Reason.NoSuchObject;
            case "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken" ->
                Reason.AccessDenied;
            default -> Reason.Unreachable;
          };
      return new StorageException(
          reason,
          "Storage answered %s for bucket %s: %s%s"
              .formatted(code, bucket, refused.errorResponse().message(), advice(reason)),
          e);
    }
    return unreachable(e);
  }

  private static String advice(Reason reason) {
    return switch (reason) {
      case AccessDenied ->
          " Check the keys in the credentials Secret, whether they have expired, and their right to"
              + " write, read and delete in this bucket.";
      case NoSuchBucket -> " Create the bucket, or name another one in spec.storage.bucket.";
      default -> "";
    };
  }

  private static StorageException unreachable(Throwable e) {
    return new StorageException(
        Reason.Unreachable, "Storage cannot be reached: " + e.getMessage() + ".", e);
  }
}
