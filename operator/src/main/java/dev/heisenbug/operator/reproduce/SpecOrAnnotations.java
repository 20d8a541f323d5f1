package dev.heisenbug.operator.reproduce;

import dev.heisenbug.crds.HeisenbugReproduction;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import java.util.Objects;

/** Users speak through the specification and through annotations; our own status is no news. */
public final class SpecOrAnnotations implements OnUpdateFilter<HeisenbugReproduction> {
  @Override
  public boolean accept(HeisenbugReproduction now, HeisenbugReproduction before) {
    return !Objects.equals(now.getMetadata().getGeneration(), before.getMetadata().getGeneration())
        || !Objects.equals(
            now.getMetadata().getAnnotations(), before.getMetadata().getAnnotations());
  }
}
