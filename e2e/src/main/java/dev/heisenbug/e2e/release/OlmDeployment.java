package dev.heisenbug.e2e.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The operator's Deployment where nobody knows its namespace before it is there. */
final class OlmDeployment {
  /** The manager's certificate for the Service that it makes of the Deployment. */
  static final String SECRET = "heisenbug-operator-service-cert";

  private OlmDeployment() {}

  static ObjectNode of(JsonNode deployment) {
    ObjectNode spec = deployment.path("spec").deepCopy();
    ObjectNode container = (ObjectNode) spec.at("/template/spec/containers/0");
    ArrayNode before = (ArrayNode) container.path("env");
    ArrayNode env = before.arrayNode();
    // First, because the address refers to it.
    ObjectNode own = env.addObject().put("name", "HEISENBUG_NAMESPACE");
    own.putObject("valueFrom").putObject("fieldRef").put("fieldPath", "metadata.namespace");
    for (JsonNode variable : before) {
      switch (variable.path("name").asText()) {
        case "HEISENBUG_NAMESPACE" -> {}
        case "HEISENBUG_ADDRESS" ->
            env.addObject()
                .put("name", "HEISENBUG_ADDRESS")
                .put("value", "https://heisenbug-operator-service.$(HEISENBUG_NAMESPACE).svc");
        default -> env.add(variable);
      }
    }
    env.addObject().put("name", "HEISENBUG_CERTIFICATE_SECRET").put("value", SECRET);
    container.set("env", env);
    return spec;
  }
}
