// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// commons-math 2.1: PolynomialsUtils looks outside of its lock how many coefficients it has computed
// so far. Two threads that both find too few compute the same ones, one behind the other, and every
// later polynomial has coefficients of another.
// Shows as: IllegalStateException, a Chebyshev polynomial that is not 1 at 1.
import org.apache.commons.math.analysis.polynomials.PolynomialsUtils;

public final class Main {
  public static void main(String[] args) throws InterruptedException {
    double[] values = new double[3];
    Thread[] threads = new Thread[values.length];
    for (int i = 0; i < threads.length; i++) {
      int n = i;
      threads[i] =
          new Thread(
              () -> values[n] = PolynomialsUtils.createChebyshevPolynomial(6 + n).value(1.0));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (double value : values) {
      if (Math.abs(value - 1) > 1e-9) {
        throw new IllegalStateException("the polynomial is " + value + " at 1");
      }
    }
  }
}
