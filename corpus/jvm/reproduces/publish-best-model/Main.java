// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// Trainers work for a long time, each on data of its own, and publish their model once at the end.
// Whether it is better than the best and its publication are two critical sections: both of two
// equal models may be found better than none.
// Shows as: IllegalStateException in main; rare, because each thread gets there once only.
public final class Main {
  private static final int TRAINERS = 3;
  private static final int SAMPLES = 1000;
  private static final int EPOCHS = 60;
  private static final double RATE = 0.0001;

  private static final class Model {
    private double weight;
    private double bias;
    private int epochs;

    void train(double[] inputs, double[] outputs) {
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        for (int i = 0; i < inputs.length; i++) {
          double error = outputs[i] - (weight * inputs[i] + bias);
          weight += RATE * error * inputs[i];
          bias += RATE * error;
        }
        epochs++;
      }
    }
  }

  private static final class Registry {
    private final Object lock = new Object();
    private Model best;
    private int published;

    void publish(Model model) {
      if (isBetter(model)) {
        synchronized (lock) {
          best = model;
          published++;
        }
      }
    }

    private boolean isBetter(Model model) {
      synchronized (lock) {
        return best == null || model.epochs > best.epochs;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Registry registry = new Registry();
    Thread[] trainers = new Thread[TRAINERS];
    for (int t = 0; t < TRAINERS; t++) {
      int shift = t;
      trainers[t] = new Thread(() -> train(registry, shift), "trainer-" + t);
    }
    for (Thread trainer : trainers) {
      trainer.start();
    }
    for (Thread trainer : trainers) {
      trainer.join();
    }
    if (registry.published != 1) {
      throw new IllegalStateException("published " + registry.published + " models");
    }
  }

  private static void train(Registry registry, int shift) {
    double[] inputs = new double[SAMPLES];
    double[] outputs = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      inputs[i] = i % 17 + shift;
      outputs[i] = 3 * inputs[i] + 1;
    }
    Model model = new Model();
    model.train(inputs, outputs);
    registry.publish(model);
  }
}
