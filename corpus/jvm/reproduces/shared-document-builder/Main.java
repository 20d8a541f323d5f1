// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
// failure: java.lang.NullPointerException
// failure: java.lang.ArrayIndexOutOfBoundsException
//
// A race inside the JDK's XML parser: two threads parse with one DocumentBuilder, which is not made
// for that (documented). One finds the parser parsing, or gets a document mixed from both.
// Shows as: uncaught IllegalStateException around a SAXException, or with the number of lines that
// a document is missing; NullPointerException or ArrayIndexOutOfBoundsException of the parser.
import java.io.IOException;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

public final class Main {
  private static final String ORDER = "<order><line/><line/></order>";

  public static void main(String[] args)
      throws ParserConfigurationException, InterruptedException {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    Thread[] readers = new Thread[2];
    for (int r = 0; r < readers.length; r++) {
      readers[r] = new Thread(() -> read(builder), "reader-" + r);
    }
    for (Thread reader : readers) {
      reader.start();
    }
    for (Thread reader : readers) {
      reader.join();
    }
  }

  private static void read(DocumentBuilder builder) {
    try {
      Document order = builder.parse(new InputSource(new StringReader(ORDER)));
      int lines = order.getDocumentElement().getChildNodes().getLength();
      if (lines != 2) {
        throw new IllegalStateException(lines + " lines");
      }
    } catch (SAXException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
