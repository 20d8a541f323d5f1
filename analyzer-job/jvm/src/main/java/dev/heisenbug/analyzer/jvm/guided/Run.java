package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.launch.RunOutcome;
import java.nio.file.Path;

/** A controlled run and where its files are. */
record Run(Path dir, RunOutcome outcome) {}
