package dev.heisenbug.operator.web;

import java.util.List;

/** Text that becomes a page; whatever is put in is taken for text, never for markup. */
final class Html {
  /** One column of colours for light and dark screens; tables scroll by themselves when narrow. */
  private static final String STYLE =
      """
      :root{--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--back:#fff;--box:#f6f8fa;
      --good:#116329;--good-back:#dafbe1;--bad:#a40e26;--bad-back:#ffebe9;
      --open:#7d4e00;--open-back:#fff8c5}
      @media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;
      --back:#0d1117;--box:#151b23;--good:#56d364;--good-back:#12261e;--bad:#ff8182;
      --bad-back:#2d1417;--open:#e3b341;--open-back:#272115}a{color:#78b0ff}}
      *{box-sizing:border-box}
      body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;padding:1.5em;max-width:76em;
      color:var(--ink);background:var(--back)}
      h1{font-size:1.5em;overflow-wrap:anywhere;margin:.2em 0 .6em}
      h2{font-size:1.15em;margin:1.8em 0 .5em}
      .scroll{overflow-x:auto}
      table{border-collapse:collapse;width:100%}
      th{color:var(--soft);font-weight:600;white-space:nowrap}
      td,th{text-align:left;padding:.4em 1.2em .4em 0;border-bottom:1px solid var(--line);
      vertical-align:top}
      td{overflow-wrap:anywhere}
      .scroll td{overflow-wrap:break-word;min-width:5.5em}
      .scroll td:last-child{overflow-wrap:anywhere;min-width:8em}
      .facts td:first-child{color:var(--soft);white-space:nowrap;width:1%}
      .good,.bad,.open{border-radius:.7em;padding:.1em .6em;font-weight:600;display:inline-block}
      .good{color:var(--good);background:var(--good-back)}
      .bad{color:var(--bad);background:var(--bad-back)}
      .open{color:var(--open);background:var(--open-back)}
      .soft{color:var(--soft)}
      pre,code{font:13px/1.5 ui-monospace,monospace}
      pre{background:var(--box);border:1px solid var(--line);border-radius:.4em;padding:1em;
      overflow:auto}
      """;

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

  Html paragraph(String words) {
    return raw("<p>").text(words).raw("</p>\n");
  }

  Html heading(String words) {
    return raw("<h2>").text(words).raw("</h2>\n");
  }

  /** Text that keeps its lines. */
  Html lines(String words) {
    return raw("<pre>").text(words).raw("</pre>\n");
  }

  /** A table with a line of names above it. */
  Html table(List<String> names, List<List<Object>> rows) {
    raw("<div class=\"scroll\"><table>\n<tr>");
    names.forEach(name -> raw("<th>").text(name).raw("</th>"));
    raw("</tr>\n");
    rows.forEach(this::row);
    return raw("</table></div>\n");
  }

  /** A table of names and what is known; nothing for what is not. */
  Html facts(List<List<Object>> rows) {
    raw("<table class=\"facts\">\n");
    for (List<Object> row : rows) {
      if (row.get(1) != null && !row.get(1).toString().isEmpty()) {
        row(row);
      }
    }
    return raw("</table>\n");
  }

  private void row(List<Object> cells) {
    raw("<tr>");
    for (Object cell : cells) {
      raw("<td>");
      switch (cell) {
        case Link link ->
            raw("<a href=\"").text(link.to()).raw("\">").text(link.words()).raw("</a>");
        case Badge badge ->
            raw("<span class=\"" + badge.tone().name() + "\">").text(badge.words()).raw("</span>");
        case Time time ->
            raw("<span title=\"").text(time.exact()).raw("\">").text(time.words()).raw("</span>");
        case null, default -> text(cell);
      }
      raw("</td>");
    }
    raw("</tr>\n");
  }

  /** A cell that leads to another page. */
  record Link(String to, String words) {}

  /** How something stands. */
  enum Tone {
    good,
    bad,
    open
  }

  /** A cell whose colour says how something stands. */
  record Badge(String words, Tone tone) {
    @Override
    public String toString() {
      return words;
    }
  }

  /** A point in time in words, with the exact one behind it. */
  record Time(String exact, String words) {}

  /**
   * The whole page.
   *
   * @param refresh seconds after which a browser looks again; 0: never
   */
  static String page(String title, int refresh, Html body) {
    return new Html()
        .raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
        .raw(refresh == 0 ? "" : "<meta http-equiv=\"refresh\" content=\"" + refresh + "\">")
        .raw("<title>")
        .text(title)
        .raw("</title><style>\n" + STYLE + "</style></head><body>\n<h1>")
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
