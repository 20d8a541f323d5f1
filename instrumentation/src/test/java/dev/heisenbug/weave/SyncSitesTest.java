package dev.heisenbug.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

class SyncSitesTest {
  /** A thread class of the application: its join is still a join. */
  static class Worker extends Thread {
    volatile boolean done;
  }

  /** What is classified. */
  static final class Sample extends Worker {
    int plain;

    void monitors() throws InterruptedException {
      synchronized (this) {
        wait();
        notifyAll();
      }
    }

    void fields(Worker other) {
      plain = 1;
      done = true;
      other.done = plain > 0;
    }

    void threads(Worker other) throws InterruptedException {
      other.start();
      other.join();
      Thread.sleep(1);
    }

    void library(ReentrantLock lock, Condition condition, CountDownLatch latch) throws Exception {
      lock.lock();
      condition.await();
      condition.signal();
      latch.countDown();
      lock.unlock();
    }

    void collections(ConcurrentHashMap<String, String> map, AtomicInteger counter)
        throws InterruptedException {
      map.put("a", "b");
      map.get("a");
      counter.incrementAndGet();
      counter.set(3);
      LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
      queue.put("x");
      queue.poll(1, TimeUnit.SECONDS);
    }

    void interfaces(Map<String, String> map, Queue<String> queue) {
      map.put("a", "b");
      queue.add("x");
      new ConcurrentLinkedQueue<String>().add("y");
    }

    long inputs() {
      return System.nanoTime() + new Random().nextInt() + System.identityHashCode(this);
    }
  }

  @Test
  void anInheritedMemberIsNotInitialisedWithTheClassThatIsNamed() throws IOException {
    SyncSites sites = new SyncSites(sample(), new ResourceLookup(Sample.class.getClassLoader()));
    String parent = Worker.class.getName().replace('.', '/');
    String child = Sample.class.getName().replace('.', '/');
    assertThat(sites.initialisesOwner(get(parent, "done"))).isTrue();
    assertThat(sites.initialisesOwner(get(child, "done"))).isFalse();
    assertThat(sites.initialisesOwner(new TypeInsnNode(Opcodes.NEW, child))).isTrue();
  }

  @Test
  void monitorsAndWaiting() throws IOException {
    assertThat(kinds("monitors"))
        .startsWith(
            SyncKind.MONITOR_ENTER, SyncKind.WAIT, SyncKind.NOTIFY_ALL, SyncKind.MONITOR_EXIT);
  }

  @Test
  void volatileFieldsAreFoundInSuperclassesAndOtherClasses() throws IOException {
    assertThat(kinds("fields")).containsExactly(SyncKind.VOLATILE_WRITE, SyncKind.VOLATILE_WRITE);
  }

  @Test
  void threadMethodsCountOnSubclasses() throws IOException {
    assertThat(kinds("threads"))
        .containsExactly(SyncKind.THREAD_START, SyncKind.JOIN, SyncKind.SLEEP);
  }

  @Test
  void locksConditionsAndLatches() throws IOException {
    assertThat(kinds("library"))
        .containsExactly(
            SyncKind.LOCK, SyncKind.AWAIT, SyncKind.SIGNAL, SyncKind.RELEASE, SyncKind.UNLOCK);
  }

  @Test
  void concurrentCollectionsAndAtomics() throws IOException {
    assertThat(kinds("collections"))
        .containsExactly(
            SyncKind.COLLECTION_UPDATE,
            SyncKind.COLLECTION_READ,
            SyncKind.ATOMIC_UPDATE,
            SyncKind.ATOMIC_WRITE,
            SyncKind.COLLECTION_BLOCK,
            SyncKind.COLLECTION_BLOCK);
  }

  @Test
  void callsAreJudgedByTheirStaticOwner() throws IOException {
    assertThat(kinds("interfaces")).containsExactly(SyncKind.COLLECTION_UPDATE);
  }

  @Test
  void inputsAreFound() throws IOException {
    List<InputKind> kinds = new ArrayList<>();
    method("inputs").instructions.forEach(insn -> kinds.add(InputSites.classify(insn)));
    assertThat(kinds.stream().filter(kind -> kind != null))
        .containsExactly(InputKind.NANO_TIME, InputKind.RANDOM_SEED, InputKind.IDENTITY_HASH_CODE);
  }

  @Test
  void theFilterKeepsTheJdkAndThisSystemOut() {
    ClassFilter all = ClassFilter.standard();
    assertThat(all.accepts("com/example/Main")).isTrue();
    assertThat(all.accepts("java/util/ArrayList")).isFalse();
    assertThat(all.accepts("dev/heisenbug/agent/rt/Log")).isFalse();
    assertThat(all.accepts("com.example.Main", null)).isFalse();
    ClassFilter some = ClassFilter.of(List.of("com.example.*"), List.of("*.gen.*"));
    assertThat(some.accepts("com.example.Main")).isTrue();
    assertThat(some.accepts("com.example.gen.Main")).isFalse();
    assertThat(some.accepts("org.other.Main")).isFalse();
  }

  private static FieldInsnNode get(String owner, String name) {
    return new FieldInsnNode(Opcodes.GETSTATIC, owner, name, "Z");
  }

  private static List<SyncKind> kinds(String name) throws IOException {
    SyncSites sites = new SyncSites(sample(), new ResourceLookup(Sample.class.getClassLoader()));
    List<SyncKind> kinds = new ArrayList<>();
    method(name).instructions.forEach(insn -> kinds.add(sites.classify(insn)));
    kinds.removeIf(kind -> kind == null);
    return kinds;
  }

  private static MethodNode method(String name) throws IOException {
    return sample().methods.stream().filter(m -> m.name.equals(name)).findFirst().orElseThrow();
  }

  private static ClassNode sample() throws IOException {
    try (InputStream in = Sample.class.getResourceAsStream("SyncSitesTest$Sample.class")) {
      return RandomMethods.read(in.readAllBytes());
    }
  }
}
