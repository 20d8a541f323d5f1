package dev.heisenbug.operator.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes the authority and the serving certificates of the webhook. */
final class Certificates {
  private static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);
  private static final SecureRandom RANDOM = new SecureRandom();

  private Certificates() {}

  /** A certificate and its key, as PEM. */
  record Pair(String certificate, String key) {}

  static Pair authority() {
    X500Name name = new X500Name("CN=heisenbug-ca");
    KeyPair keys = keys();
    return sign(name, name, keys, keys.getPrivate(), AUTHORITY_LIFE, List.of());
  }

  static Pair serving(Pair authority, List<String> names, Duration life) {
    X500Name issuer = new X500Name("CN=heisenbug-ca");
    X500Name subject = new X500Name("CN=heisenbug-operator");
    return sign(issuer, subject, keys(), privateKey(authority.key()), life, names);
  }

  static Instant notAfter(String certificate) {
    return parse(certificate).getNotAfter().toInstant();
  }

  static Instant notBefore(String certificate) {
    return parse(certificate).getNotBefore().toInstant();
  }

  private static Pair sign(
      X500Name issuer,
      X500Name subject,
      KeyPair keys,
      PrivateKey signer,
      Duration life,
      List<String> names) {
    Instant now = Instant.now();
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(127, RANDOM),
            Date.from(now.minus(Duration.ofMinutes(5))),
            Date.from(now.plus(life)),
            subject,
            keys.getPublic());
    try {
      boolean authority = issuer.equals(subject);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
      if (authority) {
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
      } else {
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(
            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(Extension.subjectAlternativeName, false, alternatives(names));
      }
      X509Certificate certificate =
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer)));
      return new Pair(
          pem("CERTIFICATE", certificate.getEncoded()),
          pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    } catch (IOException | OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException("a certificate cannot be made", e);
    }
  }

  private static GeneralNames alternatives(List<String> names) {
    List<GeneralName> alternatives = new ArrayList<>();
    for (String name : names) {
      boolean address = name.matches("[0-9.]+") || name.contains(":");
      alternatives.add(
          new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name));
    }
    return new GeneralNames(alternatives.toArray(GeneralName[]::new));
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String type, byte[] encoded) {
    Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, lines.encodeToString(encoded), type);
  }

  private static byte[] decode(String pem) {
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }

  private static PrivateKey privateKey(String pem) {
    try {
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(decode(pem)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a private key cannot be read", e);
    }
  }

  private static X509Certificate parse(String pem) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(decode(pem)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate cannot be read", e);
    }
  }
}
