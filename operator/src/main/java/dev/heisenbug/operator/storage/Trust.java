package dev.heisenbug.operator.storage;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;

/** Trust in the authorities that a storage names, and in no others. */
final class Trust {
  private final SSLContext context;
  private final X509TrustManager manager;

  private Trust(SSLContext context, X509TrustManager manager) {
    this.context = context;
    this.manager = manager;
  }

  static Trust in(String pem) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int n = 0;
    for (Certificate certificate :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
      store.setCertificateEntry("ca" + n++, certificate);
    }
    if (n == 0) {
      throw new CertificateException("nothing in it begins a certificate");
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return new Trust(context, (X509TrustManager) factory.getTrustManagers()[0]);
  }

  OkHttpClient apply(OkHttpClient client) {
    return client.newBuilder().sslSocketFactory(context.getSocketFactory(), manager).build();
  }
}
