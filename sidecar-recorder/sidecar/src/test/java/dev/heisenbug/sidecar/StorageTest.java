package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir Path folder;

  @Test
  void aPrivateAuthorityIsTrustedWhereTheStorageNamesIt() throws Exception {
    KeyStore keys = keys();
    HttpsServer server = server(keys);
    try {
      String url = "https://127.0.0.1:" + server.getAddress().getPort() + "/x";
      Path file = folder.resolve("file");
      assertThatThrownBy(() -> new Storage(null).get(url, file)).isInstanceOf(IOException.class);
      new Storage(pem(keys)).get(url, file);
      assertThat(file).hasContent("hello");
    } finally {
      server.stop(0);
    }
  }

  private KeyStore keys() throws Exception {
    Path store = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "s3",
                "-dname",
                "CN=s3",
                "-ext",
                "san=ip:127.0.0.1",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private static HttpsServer server(KeyStore keys) throws Exception {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/x",
        exchange -> {
          exchange.sendResponseHeaders(200, 5);
          exchange.getResponseBody().write("hello".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String pem(KeyStore keys) throws Exception {
    return "-----BEGIN CERTIFICATE-----\n"
        + Base64.getMimeEncoder().encodeToString(keys.getCertificate("s3").getEncoded())
        + "\n-----END CERTIFICATE-----\n";
  }
}
