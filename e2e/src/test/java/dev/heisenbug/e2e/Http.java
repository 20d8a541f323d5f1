package dev.heisenbug.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/** Requests that end: a pod that has just gone may leave a connection on which nothing comes. */
final class Http {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int TRIES = 3;

  private Http() {}

  static HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT);
  }

  /** The answer's text; what does not answer is asked again, on a new connection. */
  static String text(String url) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try (HttpClient client = HttpClient.newHttpClient()) {
        HttpResponse<String> answer = client.send(request(url).build(), BodyHandlers.ofString());
        return answer.body();
      } catch (HttpTimeoutException e) {
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }
}
