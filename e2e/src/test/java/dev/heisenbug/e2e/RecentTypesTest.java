package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Everything that the chart can render is known to the types of a recent Kubernetes: a field that a
 * newer API server would drop or refuse is lost on the way through them.
 */
class RecentTypesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void nothingIsLostOnTheWayThroughTheTypes() throws Exception {
    var command =
        new Helm(Project.chart()).template().withName("heisenbug").withNamespace("system");
    Map.of(
            "probe.enabled",
            (Object) true,
            "nodeAgent.enabled",
            true,
            "image.pt",
            "heisenbug/pt",
            "crossNamespace.enabled",
            true,
            "networkPolicy.enabled",
            true,
            "watchNamespaces[0]",
            "team")
        .forEach(command::set);
    List<String> kinds = new ArrayList<>();
    var documents = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(command.call());
    while (documents.hasNext()) {
      JsonNode written = documents.next();
      if (written == null || !written.isObject()) {
        continue;
      }
      String text = written.toString();
      HasMetadata typed = Serialization.unmarshal(text, HasMetadata.class);
      assertThat(typed.getClass().getSimpleName()).isEqualTo(written.path("kind").asText());
      assertThat(unknown(typed, typed.getClass().getSimpleName())).isEmpty();
      assertThat(lost(written, JSON.readTree(Serialization.asJson(typed)), ""))
          .as("%s", typed.getMetadata().getName())
          .isEmpty();
      kinds.add(typed.getKind());
    }
    assertThat(kinds)
        .contains("Deployment", "DaemonSet", "MutatingWebhookConfiguration", "NetworkPolicy")
        .contains("PodDisruptionBudget", "CustomResourceDefinition");
  }

  /** Fields that no type has: the types keep them aside. */
  private static List<String> unknown(Object value, String path)
      throws ReflectiveOperationException {
    List<String> found = new ArrayList<>();
    if (value instanceof Iterable<?> items) {
      for (Object item : items) {
        found.addAll(unknown(item, path + "[]"));
      }
    }
    if (value == null
        || !value.getClass().getPackageName().startsWith("io.fabric8.kubernetes.api.model")
        || value.getClass().isEnum()) {
      return found;
    }
    for (var method : value.getClass().getMethods()) {
      if (method.getName().startsWith("get") && method.getParameterCount() == 0) {
        Object part = method.invoke(value);
        if (part == null) {
          continue;
        }
        if (method.getName().equals("getAdditionalProperties")) {
          ((Map<?, ?>) part).keySet().forEach(key -> found.add(path + "." + key));
        } else if (!method.getDeclaringClass().equals(Object.class)) {
          found.addAll(unknown(part, path + "." + method.getName().substring(3)));
        }
      }
    }
    return found;
  }

  private static List<String> lost(JsonNode before, JsonNode after, String path) {
    List<String> gone = new ArrayList<>();
    before
        .properties()
        .forEach(
            field -> {
              String name = path + "." + field.getKey();
              JsonNode there = after.path(field.getKey());
              // Empty objects and lists may be left out; quantities are written in their own way.
              boolean says =
                  field.getValue().isContainerNode()
                      ? !field.getValue().isEmpty()
                      : !field.getValue().asText().isEmpty();
              if (there.isMissingNode() && says && !field.getValue().isNull()) {
                gone.add(name);
              } else if (field.getValue().isObject() && there.isObject()) {
                gone.addAll(lost(field.getValue(), there, name));
              }
            });
    for (int i = 0; before.isArray() && i < before.size(); i++) {
      gone.addAll(lost(before.get(i), after.path(i), path + "[" + i + "]"));
    }
    return gone;
  }
}
