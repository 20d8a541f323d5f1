package dev.heisenbug.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the generator leaves out: columns in the order of the types, and a required spec. */
final class CrdYaml {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  private CrdYaml() {}

  static String finish(Path generated) throws IOException {
    JsonNode crd = YAML.readTree(generated.toFile());
    ObjectNode version = (ObjectNode) crd.at("/spec/versions/0");
    boolean capture = crd.at("/spec/names/kind").asText().equals("HeisenbugCapture");
    Class<?> type = capture ? HeisenbugCapture.class : HeisenbugReproduction.class;
    ArrayNode columns = (ArrayNode) version.get("additionalPrinterColumns");
    List<JsonNode> sorted = new java.util.ArrayList<>();
    for (var column : type.getAnnotationsByType(AdditionalPrinterColumn.class)) {
      columns.forEach(c -> sorted.add(c.get("name").asText().equals(column.name()) ? c : null));
    }
    columns.removeAll();
    sorted.stream().filter(java.util.Objects::nonNull).forEach(columns::add);
    ObjectNode schema = (ObjectNode) version.at("/schema/openAPIV3Schema");
    schema.putArray("required").add("spec");
    if (capture) {
      // Its name becomes the value of a label, and a pod with a longer one would be refused.
      ObjectNode metadata = ((ObjectNode) schema.get("properties")).putObject("metadata");
      metadata.put("type", "object");
      metadata.putObject("properties").putObject("name").put("type", "string").put("maxLength", 63);
    }
    return "# Generated from the types in crds/: mvn -pl crds test -Dcrds.update=true\n"
        + YAML.writeValueAsString(crd);
  }
}
