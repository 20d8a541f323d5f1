package dev.heisenbug.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crdv2.generator.CRDGenerationInfo;
import io.fabric8.crdv2.generator.CRDGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The YAML that users apply is what the types say; {@code -Dcrds.update=true} writes it anew. */
class CrdYamlTest {
  private static final Path YAML = Path.of("yaml");
  private static final String SUFFIX = ".heisenbug.dev-v1.yml";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"heisenbugcaptures", "heisenbugreproductions"})
  void yamlIsWhatTheTypesSay(String plural) throws Exception {
    String generated = CrdYaml.finish(generate().resolve(plural + SUFFIX));
    Path kept = YAML.resolve(plural + ".yaml");
    if (Boolean.getBoolean("crds.update")) {
      Files.writeString(kept, generated);
    }
    Path chart = Path.of("../helm/heisenbug/files/crds").resolve(plural + ".yaml");
    if (Boolean.getBoolean("crds.update")) {
      Files.writeString(chart, generated);
    }
    assertThat(Files.readString(chart)).as("the chart's copy").isEqualTo(generated);
    assertThat(generated)
        .as("run mvn -pl crds test -Dcrds.update=true and look at the difference")
        .isEqualTo(Files.readString(kept));
  }

  @ParameterizedTest
  @ValueSource(strings = {"heisenbugcaptures", "heisenbugreproductions"})
  void everyFieldSaysWhatItIsFor(String plural) throws Exception {
    JsonNode crd = new YAMLMapper().readTree(Files.readString(generate().resolve(plural + SUFFIX)));
    JsonNode schema = crd.at("/spec/versions/0/schema/openAPIV3Schema/properties");
    List<String> silent = new ArrayList<>();
    for (String part : List.of("spec", "status")) {
      collectSilent(schema.path(part), part, silent);
    }
    assertThat(silent).isEmpty();
  }

  @Test
  void fieldsOfTheReleasedVersionAreStillThere() throws Exception {
    for (String plural : List.of("heisenbugcaptures", "heisenbugreproductions")) {
      Path released = YAML.resolve("released").resolve(plural + ".yaml");
      if (!Files.exists(released)) {
        continue; // nothing is released yet
      }
      JsonNode before = new YAMLMapper().readTree(released.toFile());
      JsonNode now = new YAMLMapper().readTree(YAML.resolve(plural + ".yaml").toFile());
      String at = "/spec/versions/0/schema/openAPIV3Schema";
      assertThat(missing(before.at(at), now.at(at), "")).isEmpty();
    }
  }

  private Path generate() {
    CRDGenerationInfo info =
        new CRDGenerator()
            .customResourceClasses(HeisenbugCapture.class, HeisenbugReproduction.class)
            .inOutputDir(folder.toFile())
            .detailedGenerate();
    assertThat(info.numberOfGeneratedCRDs()).isEqualTo(2);
    return folder;
  }

  /** Kubernetes' own types document themselves, so their insides are left out. */
  private static void collectSilent(JsonNode schema, String path, List<String> silent) {
    schema
        .path("properties")
        .properties()
        .forEach(
            field -> {
              String name = path + "." + field.getKey();
              if (!field.getValue().has("description")) {
                silent.add(name);
              }
              if (!List.of("resources", "selector", "conditions").contains(field.getKey())) {
                collectSilent(field.getValue(), name, silent);
              }
            });
  }

  private static List<String> missing(JsonNode before, JsonNode now, String path) {
    List<String> gone = new ArrayList<>();
    before
        .path("properties")
        .properties()
        .forEach(
            field -> {
              String name = path + "." + field.getKey();
              JsonNode there = now.path("properties").path(field.getKey());
              if (!there.path("type").equals(field.getValue().path("type"))) {
                gone.add(name);
              }
              gone.addAll(missing(field.getValue(), there, name));
            });
    return gone;
  }
}
