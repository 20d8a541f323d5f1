package dev.heisenbug.sidecar;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** Reads and writes objects through links that carry their own permission. */
final class Storage {
  private final HttpClient http;

  /**
   * @param caBundle whom to trust, in PEM; null or empty: public authorities
   */
  Storage(String caBundle) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5));
    if (caBundle != null && !caBundle.isBlank()) {
      builder.sslContext(OperatorClient.trusting(caBundle));
    }
    http = builder.build();
  }

  /** PUTs part of a file and returns the ETag that storage gives it. */
  String put(String url, Path file, long from, long bytes)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofMinutes(5))
            .PUT(
                BodyPublishers.fromPublisher(
                    BodyPublishers.ofInputStream(() -> part(file, from, bytes)), bytes))
            .build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IOException("storage answered " + response.statusCode() + ": " + response.body());
    }
    return response.headers().firstValue("ETag").orElse("");
  }

  /** PUTs a whole file. */
  void put(String url, Path file) throws IOException, InterruptedException {
    if (Files.size(file) > 0) {
      put(url, file, 0, Files.size(file));
    }
  }

  /** GETs an object; the file appears when it is complete. */
  void get(String url, Path file) throws IOException, InterruptedException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMinutes(10)).build();
    HttpResponse<Path> response = http.send(request, BodyHandlers.ofFile(part));
    if (response.statusCode() / 100 != 2) {
      throw new IOException("storage answered " + response.statusCode());
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static InputStream part(Path file, long from, long bytes) {
    try {
      FileChannel channel = FileChannel.open(file);
      channel.position(from);
      return new Limited(Channels.newInputStream(channel), bytes);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Ends where the part ends. */
  private static final class Limited extends InputStream {
    private final InputStream in;
    private long left;

    Limited(InputStream in, long left) {
      this.in = in;
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int n = in.read(buffer, offset, (int) Math.min(length, left));
      left -= Math.max(n, 0);
      return n;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
