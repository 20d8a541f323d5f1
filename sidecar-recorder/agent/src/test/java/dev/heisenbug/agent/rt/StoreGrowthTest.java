package dev.heisenbug.agent.rt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.agent.raw.Raw;
import java.io.File;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What threads write by themselves must not come into the midst of growing. */
class StoreGrowthTest {
  private static final int CHUNK = 1 << 18;

  @TempDir Path temp;

  /** A file that notes whenever it is opened whether the thread could pause by noise then. */
  private static final class Noting extends File {
    private static final long serialVersionUID = 1;
    private final transient List<Boolean> disturbed = new ArrayList<>();
    private final transient Log log;

    Noting(Path path, Log log) {
      super(path.toString());
      this.log = log;
    }

    @Override
    public String getPath() {
      disturbed.add(log.disturbed);
      return super.getPath();
    }
  }

  @Test
  void noPauseComesIntoTheMidstOfGrowing() throws Exception {
    Thread thread = Thread.currentThread();
    Log log = new Log(Raw.tid(thread), 1, null, false, false);
    Field cache = Recorder.class.getDeclaredField("CACHE");
    cache.setAccessible(true);
    Log[] logs = (Log[]) cache.get(null);
    int place = (int) Raw.tid(thread) & logs.length - 1;
    Log before = logs[place];
    logs[place] = log;
    try {
      Noting file = new Noting(temp.resolve("events.hbs"), log);
      Store store = new Store(file, 1 << 24);
      file.disturbed.clear();
      for (int i = 0; i < 8; i++) {
        assertThat(store.chunk(CHUNK, 1, i)).isNotZero();
      }
      assertThat(file.disturbed).isNotEmpty().doesNotContain(false);
      assertThat(log.disturbed).isFalse();
    } finally {
      logs[place] = before;
    }
  }
}
