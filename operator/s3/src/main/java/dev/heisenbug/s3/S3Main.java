package dev.heisenbug.s3;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/** S3 on a folder, for trying the system out without an object store: one process, one volume. */
public final class S3Main {
  private S3Main() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(required("S3_FOLDER"));
    Files.createDirectories(folder);
    S3Proxy proxy =
        S3Proxy.builder()
            .blobStore(new FilesystemNio2BlobStore(folder.toString()))
            .endpoint(URI.create("http://0.0.0.0:" + required("S3_PORT")))
            .awsAuthentication(
                AuthenticationType.AWS_V2_OR_V4,
                required("S3_ACCESS_KEY"),
                required("S3_SECRET_KEY"))
            .ignoreUnknownHeaders(true)
            .build();
    proxy.start();
    System.out.println("S3 on port " + proxy.getPort() + ", objects in " + folder);
    Thread.currentThread().join();
  }

  private static String required(String name) {
    String value = System.getenv(name);
    if (value == null || value.isEmpty()) {
      throw new IllegalStateException("the variable " + name + " is not set");
    }
    return value;
  }
}
