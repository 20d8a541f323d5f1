// kind: exception
// jdk: 17
// model: sc
// failure: org.springframework.expression.spel.SpelEvaluationException
//
// spring-expression 3.0.0: a context makes its list of property accessors on first use, without a
// lock, and fills it when others can see it already. A second thread finds it empty.
// Shows as: uncaught SpelEvaluationException, a property that cannot be found.
import org.springframework.expression.Expression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

public final class Main {
  public static final class Order {
    public int getTotal() {
      return 3;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StandardEvaluationContext context = new StandardEvaluationContext(new Order());
    Expression total = new SpelExpressionParser().parseExpression("total");
    Thread[] readers = new Thread[2];
    for (int r = 0; r < readers.length; r++) {
      readers[r] = new Thread(() -> total.getValue(context), "reader-" + r);
    }
    for (Thread reader : readers) {
      reader.start();
    }
    for (Thread reader : readers) {
      reader.join();
    }
  }
}
