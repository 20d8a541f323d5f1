package dev.heisenbug.operator.server;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;

/** What a route answers. */
record Answer(int status, String body, String type) {
  Answer(int status, String body) {
    this(status, body, "application/json");
  }

  static Answer of(Object value) {
    return new Answer(200, json(value));
  }

  static Answer error(int status, String sentence) {
    return new Answer(status, json(Map.of("error", sentence)));
  }

  private static String json(Object value) {
    return Serialization.asJson(value);
  }
}
