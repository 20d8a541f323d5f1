package dev.heisenbug.operator.server;

import dev.heisenbug.formats.transfer.TransferNames;
import dev.heisenbug.operator.Settings;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SSLOptions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * The HTTPS server for the API server and for pods. It runs in every replica, leader or not, and
 * takes a renewed certificate without a restart.
 */
@ApplicationScoped
public class TlsServer {
  private static final Logger LOG = Logger.getLogger(TlsServer.class);
  private static final int LARGEST_BODY = 8 << 20;
  private static final String ADMISSION = "/mutate";

  private final Vertx vertx;
  private final Settings settings;
  private final CertificateKeeper certificates;
  private final AdmissionRoute admission;
  private final UploadRoute uploads;
  private final JobRoute jobs;
  private final NodeRoute nodes;
  private final AgentRoute agents;
  private final MetricsRoute metrics;
  private final Relay relay;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private volatile HttpServer server;

  public TlsServer(
      Vertx vertx,
      Settings settings,
      CertificateKeeper certificates,
      AdmissionRoute admission,
      UploadRoute uploads,
      JobRoute jobs,
      NodeRoute nodes,
      AgentRoute agents,
      MetricsRoute metrics,
      Relay relay) {
    this.vertx = vertx;
    this.settings = settings;
    this.certificates = certificates;
    this.admission = admission;
    this.uploads = uploads;
    this.jobs = jobs;
    this.nodes = nodes;
    this.agents = agents;
    this.metrics = metrics;
    this.relay = relay;
  }

  void start(@Observes StartupEvent event) throws Exception {
    certificates.begin();
    HttpServerOptions options =
        new HttpServerOptions()
            .setPort(settings.port())
            .setSsl(true)
            .setIdleTimeout(60)
            .setKeyCertOptions(pem());
    server =
        vertx
            .createHttpServer(options)
            .requestHandler(this::receive)
            .listen()
            .toCompletionStage()
            .toCompletableFuture()
            .get(30, TimeUnit.SECONDS);
    vertx.setPeriodic(
        1000L * Math.min(60, 2 * settings.resyncSeconds()), id -> workers.execute(this::refresh));
    LOG.infof("%s: serving on port %d", settings.role(), settings.port());
  }

  void stop(@Observes ShutdownEvent event) {
    workers.shutdown();
    if (server != null) {
      server.close();
    }
  }

  /** Whether the API server can reach the webhook here. */
  public boolean running() {
    return server != null;
  }

  private void refresh() {
    try {
      if (certificates.refresh()) {
        server.updateSSLOptions(new SSLOptions().setKeyCertOptions(pem()));
        LOG.info("the server shows a new certificate");
      }
    } catch (RuntimeException e) {
      LOG.warn("the certificate could not be checked", e);
    }
  }

  private PemKeyCertOptions pem() {
    CertificateKeeper.Tls tls = certificates.current();
    return new PemKeyCertOptions()
        .addCertValue(Buffer.buffer(tls.certificate() + tls.ca()))
        .addKeyValue(Buffer.buffer(tls.key()));
  }

  private void receive(HttpServerRequest request) {
    if (request.path().equals(TransferNames.RELAY) && settings.role().operates()) {
      relay.pass(request);
      return;
    }
    Buffer body = Buffer.buffer();
    request.handler(
        part -> {
          // Whoever sends more is cut off, whatever length was announced.
          if (body.length() + part.length() > LARGEST_BODY) {
            request.connection().close();
          } else {
            body.appendBuffer(part);
          }
        });
    request.endHandler(end -> workers.execute(() -> answer(request, body)));
  }

  private void answer(HttpServerRequest request, Buffer body) {
    Answer answer;
    try {
      answer = route(request, body);
    } catch (RuntimeException e) {
      LOG.errorf(e, "%s failed", request.path());
      answer = new Answer(500, "{\"error\":\"internal error\"}");
    }
    request
        .response()
        .setStatusCode(answer.status())
        .putHeader("Content-Type", answer.type())
        .end(answer.body());
  }

  private Answer route(HttpServerRequest request, Buffer body) {
    String token = request.getHeader("Authorization");
    byte[] bytes = body.getBytes();
    if (request.path().equals(MetricsRoute.PATH)) {
      return metrics.scrape(token);
    }
    boolean review = request.path().equals(ADMISSION);
    if (review ? !settings.role().admits() : !settings.role().operates()) {
      return new Answer(404, "{\"error\":\"another Deployment of the release serves this path\"}");
    }
    return switch (request.path()) {
      case ADMISSION -> admission.mutate(bytes);
      case TransferNames.UPLOADS -> uploads.start(token, bytes);
      case TransferNames.UPLOADS_DONE -> uploads.finish(token, bytes);
      case TransferNames.TERMINATION -> uploads.termination(token, bytes);
      case TransferNames.JOB_LINKS -> jobs.links(token);
      case TransferNames.TRACED_PODS -> agents.pods(token);
      case NodeRoute.PATH -> nodes.report(token, bytes);
      default -> new Answer(404, "{\"error\":\"no such path\"}");
    };
  }
}
