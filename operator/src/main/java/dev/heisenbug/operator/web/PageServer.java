package dev.heisenbug.operator.web;

import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.server.Caches;
import dev.heisenbug.operator.storage.Keys;
import dev.heisenbug.operator.storage.StorageException;
import dev.heisenbug.operator.storage.Stores;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * A read-only page of what the operator knows. It listens on the pod's loopback alone: whoever may
 * forward a port to the operator sees it, and nobody else.
 */
@ApplicationScoped
public class PageServer {
  private static final Logger LOG = Logger.getLogger(PageServer.class);
  private static final String STORY = "/r/";

  /** A page somewhere else must not read this one through the reader's browser. */
  private static final Pattern HOST =
      Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");

  private final Vertx vertx;
  private final Settings settings;
  private final Caches caches;
  private final Stores stores;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private volatile HttpServer server;

  public PageServer(Vertx vertx, Settings settings, Caches caches, Stores stores) {
    this.vertx = vertx;
    this.settings = settings;
    this.caches = caches;
    this.stores = stores;
  }

  void start(@Observes StartupEvent event) {
    if (settings.pagePort() < 0 || !settings.role().operates()) {
      return;
    }
    vertx
        .createHttpServer(
            new HttpServerOptions()
                .setHost("127.0.0.1")
                .setPort(settings.pagePort())
                // A client that offers to go on in HTTP/2 gets its answer at once.
                .setHttp2ClearTextEnabled(false))
        .requestHandler(request -> workers.execute(() -> answer(request)))
        .listen()
        .onSuccess(s -> server = s)
        .onFailure(e -> LOG.warnf("there is no page: %s", e.getMessage()));
  }

  void stop(@Observes ShutdownEvent event) {
    workers.shutdown();
    if (server != null) {
      server.close();
    }
  }

  private void answer(HttpServerRequest request) {
    int status = 200;
    String page;
    if (!HOST.matcher(String.valueOf(request.getHeader("Host"))).matches()) {
      status = 403;
      page = message("This page is for localhost.");
    } else if (request.method() != HttpMethod.GET) {
      status = 405;
      page = message("Nothing can be changed here.");
    } else {
      page = page(request.path());
      if (page == null) {
        status = 404;
        page = message("There is no such page.");
      }
    }
    request
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "text/html; charset=utf-8")
        .putHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Cache-Control", "no-store")
        .end(page);
  }

  /** The page at a path, or null. */
  private String page(String path) {
    if (path.equals("/")) {
      return Pages.overview(caches.allCaptures(), caches.allReproductions(), Instant.now());
    }
    if (!path.startsWith(STORY)) {
      return null;
    }
    String name = path.substring(STORY.length());
    return caches.allReproductions().stream()
        .filter(r -> Pages.name(r).equals(name))
        .findFirst()
        .map(r -> Pages.story(r, report(r)))
        .orElse(null);
  }

  private String report(HeisenbugReproduction r) {
    String key = r.getStatus() == null ? null : r.getStatus().reportKey();
    if (key == null) {
      return r.getStatus() == null || !r.getStatus().finished()
          ? "There is none yet: it comes with the verdict."
          : "There is none: no replay ended in a report.";
    }
    String namespace = r.getMetadata().getNamespace();
    // Whoever may write reproductions must not read other namespaces' objects with them.
    if (!key.startsWith(
        Keys.namespaceFolder(
            stores.prefix(r.getSpec().storage()), settings.cluster(), namespace))) {
      return "The report is not of this namespace.";
    }
    try {
      return new String(
          stores.of(namespace, r.getSpec().storage()).read(key), StandardCharsets.UTF_8);
    } catch (StorageException e) {
      return "The report cannot be read: " + e.getMessage();
    }
  }

  private static String message(String sentence) {
    return Html.page("heisenbug", 0, new Html().paragraph(sentence));
  }
}
