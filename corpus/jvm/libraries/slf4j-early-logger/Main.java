// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.ClassCastException
//
// slf4j 1.5.11 with logback 0.9.20 (SLF4J-167): whoever asks for the logger factory while another
// thread is initialising it gets a substitute. Fixed in 1.7.15.
// Shows as: uncaught ClassCastException, the substitute is no LoggerContext.
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

public final class Main {
  public static void main(String[] args) throws InterruptedException {
    Thread[] services = new Thread[2];
    for (int s = 0; s < services.length; s++) {
      services[s] = new Thread(Main::configure, "service-" + s);
    }
    for (Thread service : services) {
      service.start();
    }
    for (Thread service : services) {
      service.join();
    }
  }

  private static void configure() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.getLogger("service").isInfoEnabled();
  }
}
