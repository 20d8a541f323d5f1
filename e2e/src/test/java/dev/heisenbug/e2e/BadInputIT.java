package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.StorageSpec;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** What is wrong is said in status and events, with what to do next. */
class BadInputIT extends Scenario {
  @Test
  void storageThatCannotBeUsedIsNamed() {
    secret("wrong", "nobody", "nothing");
    var right = CLIENT.secrets().inNamespace(Installation.NAMESPACE).withName("heisenbug-s3").get();
    CLIENT
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("right")
                .withNamespace(namespace)
                .endMetadata()
                .withData(right.getData())
                .build())
        .create();
    HeisenbugCapture forbidden = apply("forbidden", storage("heisenbug", "right"));
    awaitReason(forbidden, "StorageReachable", "False CredentialsForbidden");
    bind();
    HeisenbugCapture bucket = apply("bucket", storage("no-such-bucket", "right"));
    HeisenbugCapture wrong = apply("wrong", storage("heisenbug", "wrong"));
    HeisenbugCapture missing = apply("missing", storage("heisenbug", "not-there"));
    awaitReason(bucket, "StorageReachable", "False NoSuchBucket");
    awaitReason(wrong, "StorageReachable", "False AccessDenied");
    awaitReason(missing, "StorageReachable", "False CredentialsMissing");
    awaitReason(forbidden, "StorageReachable", "True Checked");
    assertThat(message(bucket, "StorageReachable")).contains("no-such-bucket", "Create the bucket");
    assertThat(message(wrong, "StorageReachable")).contains("Check the keys");
    assertThat(events("forbidden")).contains("CredentialsForbidden", "Checked");
    assertThat(events("bucket")).contains("NoSuchBucket");
    assertThat(events("wrong")).contains("AccessDenied");
    assertThat(condition(bucket, "Ready")).isEqualTo("False NoSuchBucket");
  }

  @Test
  void selectionsThatMatchNothingAreNamed() {
    HeisenbugCapture nothing = apply("nothing", of("not-there"));
    HeisenbugCapture empty =
        apply("empty", CaptureSpec.of(new io.fabric8.kubernetes.api.model.LabelSelector()));
    awaitReason(nothing, "InjectionActive", "True NoPods");
    awaitReason(empty, "InjectionActive", "False NothingSelected");
    assertThat(message(nothing, "InjectionActive")).contains("kubectl get pods -n " + namespace);
    assertThat(message(empty, "InjectionActive")).contains("spec.selector");
    assertThat(events("nothing")).contains("NoPods");
    assertThat(events("empty")).contains("NothingSelected");
  }

  @Test
  void aPausedCaptureIsLeftAlone() {
    HeisenbugCapture paused = Demo.capture(namespace, "paused", "x");
    paused.getMetadata().setAnnotations(Map.of(Names.PAUSED, "true"));
    CLIENT.resource(paused).create();
    capture("looked-at", "y");
    assertThat(CLIENT.resource(paused).get().getStatus()).isNull();
    Kube.kubectl("annotate", "hbc", "paused", "-n", namespace, Names.PAUSED + "-");
    awaitReason(paused, "InjectionActive", "True NoPods");
  }

  @Test
  void invalidFieldsAreRefusedByName() {
    Assertions.assertThatThrownBy(
            () ->
                apply(
                    "cap",
                    of("x")
                        .withStorage(
                            new StorageSpec("nowhere", null, "abc", null, null, "s", null, null))))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec.storage.endpoint");
  }

  @Test
  void whatTheSchemaCannotSeeIsNamedInACondition() {
    CaptureSpec selector = CaptureSpec.of(null);
    HeisenbugCapture capture =
        apply(
            "operator",
            Serialization.unmarshal(
                "selector: {matchExpressions: [{key: app, operator: Equals, values: [x]}]}",
                CaptureSpec.class));
    awaitReason(capture, "InjectionActive", "False InvalidSpec");
    assertThat(message(capture, "Ready")).contains("spec.selector.matchExpressions[0].operator");
    Assertions.assertThatThrownBy(() -> apply("x".repeat(64), selector))
        .hasMessageContaining("metadata.name");
  }

  @Test
  void bundlesThatCannotBeUsedStayAndSaySo() throws Exception {
    HeisenbugReproduction damaged =
        Stored.damaged(namespace, "damaged", AppImage.of("piper-while"));
    HeisenbugReproduction unpullable =
        Stored.intact(namespace, "unpullable", "registry.invalid/nobody/nothing:1");
    await(
        "the image is named",
        LONG,
        () -> condition(unpullable, "Analyzed").equals("False ImagePullBackOff"));
    assertThat(conditionOf(unpullable, "Analyzed").getMessage()).contains("heisenbug.dev/retry");
    assertThat(events("unpullable")).containsOnlyOnce("ImagePullBackOff");

    await("a verdict", LONG, () -> finished(CLIENT.resource(damaged).get()));
    HeisenbugReproduction end = CLIENT.resource(damaged).get();
    assertThat(end.getStatus().verdict()).startsWith("Unknown: analyze failed: BundleDamaged");
    assertThat(condition(damaged, "Failed")).isEqualTo("True BundleDamaged");
    assertThat(events("damaged")).contains("Unknown");
    assertThat(Bucket.keys(end.getSpec().bundle().beside(""))).hasSizeGreaterThanOrEqualTo(3);

    CLIENT
        .resource(end)
        .edit(
            r -> {
              r.getMetadata().setAnnotations(Map.of(Names.RETRY, "1"));
              return r;
            });
    await("it is tried again", LONG, () -> events("damaged").contains("Retried"));
  }

  @Test
  void aSuspendedCaptureStartsNoJobs() throws Exception {
    HeisenbugCapture capture = apply("none", of("x").withSuspend(true));
    awaitReason(capture, "InjectionActive", "False Suspended");
    HeisenbugReproduction waiting =
        Stored.damaged(namespace, "waiting", AppImage.of("piper-while"));
    await("it waits", SOON, () -> condition(waiting, "Analyzed").equals("Unknown Suspended"));
    assertThat(CLIENT.batch().v1().jobs().inNamespace(namespace).list().getItems()).isEmpty();
    Kube.kubectl(
        "patch",
        "hbc",
        "none",
        "-n",
        namespace,
        "--type=merge",
        "-p",
        "{\"spec\":{\"suspend\":false}}");
    await("it goes on", SOON, () -> events("waiting").contains("AnalysisStarted"));
  }

  @Test
  void deletedReproductionsTakeTheirObjectsAlongWhenAskedTo() throws Exception {
    HeisenbugReproduction r =
        Stored.damaged(namespace, "gone", AppImage.of("piper-while"), Names.STORAGE_FINALIZER);
    String folder = r.getSpec().bundle().beside("");
    assertThat(Bucket.keys(folder)).isNotEmpty();
    CLIENT.resource(r).delete();
    await("it is gone", LONG, () -> CLIENT.resource(r).get() == null);
    assertThat(Bucket.keys(folder)).isEmpty();
  }

  private HeisenbugCapture apply(String name, CaptureSpec spec) {
    HeisenbugCapture capture = Demo.capture(namespace, name, "x");
    capture.setSpec(spec);
    return CLIENT.resource(capture).create();
  }

  private CaptureSpec storage(String bucket, String secret) {
    return of("x")
        .withStorage(
            new StorageSpec(
                "http://" + Installation.S3_IP + ":9000",
                null,
                bucket,
                null,
                null,
                secret,
                null,
                null));
  }

  private void secret(String name, String key, String value) {
    CLIENT
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .addToData("accessKey", Base64.getEncoder().encodeToString(key.getBytes()))
                .addToData("secretKey", Base64.getEncoder().encodeToString(value.getBytes()))
                .build())
        .create();
  }

  /** Lets the operator read credentials here. */
  private void bind() {
    CLIENT
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName("heisenbug-storage")
                .withNamespace(namespace)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "heisenbug-storage")
                .addNewSubject(null, "ServiceAccount", "heisenbug-operator", Installation.NAMESPACE)
                .build())
        .create();
  }

  private void awaitReason(HeisenbugCapture capture, String type, String wanted) {
    await(
        capture.getMetadata().getName() + ": " + wanted,
        SOON,
        () -> condition(capture, type).equals(wanted));
  }

  private String message(HeisenbugCapture capture, String type) {
    return CLIENT.resource(capture).get().getStatus().conditions().stream()
        .filter(c -> c.getType().equals(type))
        .map(Condition::getMessage)
        .findFirst()
        .orElse("");
  }

  private static Condition conditionOf(HeisenbugReproduction r, String type) {
    HeisenbugReproduction now = CLIENT.resource(r).get();
    return now.getStatus() == null
        ? null
        : now.getStatus().conditions().stream()
            .filter(c -> c.getType().equals(type))
            .findFirst()
            .orElse(null);
  }

  private static String condition(HeisenbugReproduction r, String type) {
    Condition condition = conditionOf(r, type);
    return condition == null ? "" : condition.getStatus() + " " + condition.getReason();
  }

  private List<String> events(String name) {
    return CLIENT.v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(e -> e.getInvolvedObject().getName().equals(name))
        .map(Event::getReason)
        .toList();
  }
}
