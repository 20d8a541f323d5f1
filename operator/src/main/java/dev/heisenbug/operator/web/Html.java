package dev.heisenbug.operator.web;

/** Text that becomes a page; whatever is put in is taken for text, never for markup. */
final class Html {
  private final StringBuilder text = new StringBuilder();

  /** Our own markup. */
  Html raw(String markup) {
    text.append(markup);
    return this;
  }

  /** Somebody's words. */
  Html text(Object value) {
    String words = value == null ? "" : value.toString();
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\'' -> text.append("&#39;");
        default -> text.append(c);
      }
    }
    return this;
  }

  /** One row of a table. */
  Html row(Object... cells) {
    raw("<tr>");
    for (Object cell : cells) {
      raw("<td>");
      if (cell instanceof Link link) {
        raw("<a href=\"").text(link.to()).raw("\">").text(link.words()).raw("</a>");
      } else {
        text(cell);
      }
      raw("</td>");
    }
    return raw("</tr>\n");
  }

  /** A row with a name and what is known; none if nothing is. */
  Html fact(String name, Object value) {
    return value == null || value.toString().isEmpty() ? this : row(name, value);
  }

  Html head(String... cells) {
    raw("<tr>");
    for (String cell : cells) {
      raw("<th>").text(cell).raw("</th>");
    }
    return raw("</tr>\n");
  }

  /** A cell that leads to another page. */
  record Link(String to, String words) {}

  /** The whole page. */
  static String page(String title, Html body) {
    return new Html()
        .raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        .text(title)
        .raw("</title><style>")
        .raw("body{font:15px/1.5 system-ui,sans-serif;margin:2em;max-width:80em;color:#222}")
        .raw("table{border-collapse:collapse;margin:.5em 0 2em}")
        .raw("td,th{text-align:left;padding:.25em 1.5em .25em 0;border-bottom:1px solid #ddd;")
        .raw("vertical-align:top}pre{background:#f6f6f6;padding:1em;overflow:auto}")
        .raw("</style></head><body>\n<h1>")
        .text(title)
        .raw("</h1>\n")
        .raw(body.toString())
        .raw("</body></html>\n")
        .toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
