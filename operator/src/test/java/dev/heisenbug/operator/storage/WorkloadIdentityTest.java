package dev.heisenbug.operator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.TestSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that gives credentials for tokens, and storage behind it. */
class WorkloadIdentityTest {
  private static final String GIVEN =
      """
      <AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
      <AccessKeyId>given</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
      <SessionToken>session</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration>
      </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>
      """;

  @TempDir Path folder;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> signed = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private int status = 200;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean tokens = String.valueOf(exchange.getRequestURI().getQuery()).contains("Action=");
          exchange.getRequestBody().readAllBytes();
          if (tokens) {
            asked.add(exchange.getRequestURI().getQuery());
          } else {
            signed.add(exchange.getRequestHeaders().getFirst("Authorization"));
          }
          byte[] body = (tokens ? GIVEN : "").getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("ETag", "\"e\"");
          exchange.sendResponseHeaders(tokens ? status : 200, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void theAccountsTokenIsExchangedOnceAndSignsRequestsAndLinks() throws Exception {
    Files.writeString(folder.resolve("token"), "jwt\n");
    ObjectStore store = new Stores(settings(), null).of("ns", null);
    store.write("k", new byte[] {1});
    store.write("k", new byte[] {2});
    assertThat(asked)
        .singleElement()
        .satisfies(
            q -> assertThat(q).contains("WebIdentityToken=jwt", "RoleArn=arn:aws:iam::1:role/r"));
    assertThat(signed).hasSize(2).allMatch(a -> a.contains("Credential=given/"));
    assertThat(store.linkToGet("k", 60)).contains("X-Amz-Security-Token=session");
  }

  @Test
  void noCredentialsSayWhereToLook() throws Exception {
    Stores stores = new Stores(settings(), null);
    assertThatThrownBy(() -> stores.of("ns", null).write("k", new byte[] {1}))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(StorageException.Reason.CredentialsMissing);
              assertThat(e).hasMessageContaining("storage.workloadIdentity");
            });
    Files.writeString(folder.resolve("token"), "jwt");
    status = 403;
    assertThatThrownBy(() -> stores.of("ns", null).linkToGet("k", 60))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("storage.workloadIdentity");
  }

  private Settings settings() {
    String here = "http://127.0.0.1:" + server.getAddress().getPort();
    return TestSettings.with(
        Map.of(
            "endpoint", Optional.of(here),
            "workloadIdentity", true,
            "stsEndpoint", Optional.of(here),
            "tokenFile", Optional.of(folder.resolve("token").toString()),
            "role", Optional.of("arn:aws:iam::1:role/r")));
  }
}
