package dev.heisenbug.agent.rt;

/** Writes the few JSON values of the agent's files without a library. */
final class Json {
  private final StringBuilder text = new StringBuilder("{");
  private boolean first = true;

  Json put(String key, String value) {
    key(key);
    text.append(value == null ? "null" : quote(value));
    return this;
  }

  Json put(String key, long value) {
    key(key);
    text.append(value);
    return this;
  }

  /** A value that is JSON already. */
  Json raw(String key, CharSequence json) {
    key(key);
    text.append(json);
    return this;
  }

  private void key(String key) {
    text.append(first ? "" : ",\n ").append(quote(key)).append(": ");
    first = false;
  }

  @Override
  public String toString() {
    return text + "}";
  }

  static String array(Iterable<String> values) {
    StringBuilder array = new StringBuilder("[");
    for (String value : values) {
      array.append(array.length() == 1 ? "" : ", ").append(quote(value));
    }
    return array.append("]").toString();
  }

  static String quote(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20 || c >= 0x7F) {
        String hex = Integer.toHexString(c);
        quoted.append("\\u").append("0000", hex.length(), 4).append(hex);
      } else {
        quoted.append(c);
      }
    }
    return quoted.append("\"").toString();
  }
}
