package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one JSON mapper of the bundle's files. */
final class Json {
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  private Json() {}

  /** A file of the agent, or null if it is not there. */
  static JsonNode readIfThere(Path file) throws BundleException {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      JsonNode node = MAPPER.readTree(file.toFile());
      if (node == null || !node.isObject()) {
        throw new BundleException(
            BundleState.CORRUPT, "The file " + file.getFileName() + " is damaged.");
      }
      return node;
    } catch (BundleException e) {
      throw e;
    } catch (IOException e) {
      throw new BundleException(
          BundleState.CORRUPT, "The file " + file.getFileName() + " is damaged.", e);
    }
  }
}
