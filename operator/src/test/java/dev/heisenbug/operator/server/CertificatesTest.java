package dev.heisenbug.operator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificatesTest {
  @Test
  void servingCertificateIsSignedByTheAuthorityForItsNames() throws Exception {
    Certificates.Pair authority = Certificates.authority();
    Certificates.Pair serving =
        Certificates.serving(
            authority, List.of("heisenbug.ns.svc", "10.96.77.1"), Duration.ofDays(9));
    X509Certificate ca = parse(authority.certificate());
    X509Certificate leaf = parse(serving.certificate());
    leaf.verify(ca.getPublicKey());
    assertThat(leaf.getSubjectAlternativeNames())
        .extracting(name -> (Object) name.get(1))
        .containsExactlyInAnyOrder("heisenbug.ns.svc", "10.96.77.1");
    assertThat(ca.getBasicConstraints()).isNotNegative();
    assertThat(leaf.getBasicConstraints()).isNegative();
    assertThat(Certificates.notAfter(serving.certificate()))
        .isBetween(Instant.now().plus(Duration.ofDays(8)), Instant.now().plus(Duration.ofDays(10)));
  }

  private static X509Certificate parse(String pem) throws Exception {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
  }
}
