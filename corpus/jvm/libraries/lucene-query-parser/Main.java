// kind: exception
// jdk: 17
// model: sc
//
// lucene 2.4.1: QueryParser is documented as not thread-safe; its token manager and lookahead are
// fields of the instance. Two searches that share one mix their queries.
// Shows as: uncaught IllegalStateException "another query", or an exception inside the parser.
import org.apache.lucene.analysis.WhitespaceAnalyzer;
import org.apache.lucene.queryParser.ParseException;
import org.apache.lucene.queryParser.QueryParser;

public final class Main {
  static final QueryParser SHARED = new QueryParser("text", new WhitespaceAnalyzer());

  public static void main(String[] args) throws InterruptedException {
    Thread books = new Thread(() -> search("red AND green", "+text:red +text:green"), "books");
    Thread films = new Thread(() -> search("blue OR black", "text:blue text:black"), "films");
    books.start();
    films.start();
    books.join();
    films.join();
  }

  private static void search(String words, String expected) {
    for (int i = 0; i < 40; i++) {
      try {
        String query = SHARED.parse(words).toString();
        if (!query.equals(expected)) {
          throw new IllegalStateException("another query: " + query);
        }
      } catch (ParseException e) {
        throw new IllegalStateException("cannot parse: " + words, e);
      }
    }
  }
}
