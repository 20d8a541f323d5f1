package dev.heisenbug.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Stages talk through formats: recorder, analyzer and replayer never import each other. */
class ArrowsTest {
  private static final String[] RECORDER = {
    "dev.heisenbug.record..", "dev.heisenbug.agent..", "dev.heisenbug.nativerec.."
  };
  private static final String[] ANALYZER = {
    "dev.heisenbug.analyzer..", "dev.heisenbug.solve..", "dev.heisenbug.decode.."
  };
  private static final String[] REPLAYER = {"dev.heisenbug.replay..", "dev.heisenbug.control.."};

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.heisenbug");

  @Test
  void recorderKnowsNeitherAnalyzerNorReplayer() {
    forbid(RECORDER, ANALYZER);
    forbid(RECORDER, REPLAYER);
  }

  @Test
  void analyzerKnowsNeitherRecorderNorReplayer() {
    forbid(ANALYZER, RECORDER);
    forbid(ANALYZER, REPLAYER);
  }

  @Test
  void replayerKnowsNeitherRecorderNorAnalyzer() {
    forbid(REPLAYER, RECORDER);
    forbid(REPLAYER, ANALYZER);
  }

  @Test
  void formatsKnowNoStageAndNothingKnowsTheCommandLine() {
    noClasses()
        .that()
        .resideInAPackage("dev.heisenbug.formats..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.heisenbug.record..",
            "dev.heisenbug.analyzer..",
            "dev.heisenbug.solve..",
            "dev.heisenbug.decode..",
            "dev.heisenbug.replay..",
            "dev.heisenbug.launch..",
            "dev.heisenbug.cli..")
        .check(classes);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.heisenbug.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.heisenbug.cli..")
        .check(classes);
  }

  /** These are no part of the command line's class path, so their class files are looked at. */
  @Test
  void operatorAndSidecarKnowOnlyFormatsAndResources() {
    onlyKnows("operator/target/classes", "dev.heisenbug.operator..", "dev.heisenbug.crds..");
    // The sidecar is part of the recorder: it brings the preload agent and reads what it left.
    onlyKnows(
        "sidecar-recorder/sidecar/target/classes",
        "dev.heisenbug.sidecar..",
        "dev.heisenbug.nativerec..");
    onlyKnows("crds/target/classes", "dev.heisenbug.crds..");
  }

  private static void onlyKnows(String folder, String... own) {
    Path path = Path.of("..", folder);
    Assumptions.assumeTrue(Files.isDirectory(path), folder + " is not built");
    String[] allowed = Arrays.copyOf(own, own.length + 1);
    allowed[own.length] = "dev.heisenbug.formats..";
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.heisenbug..").and(not(resideInAnyPackage(allowed))))
        .check(new ClassFileImporter().importPath(path));
  }

  private void forbid(String[] from, String[] to) {
    noClasses()
        .that()
        .resideInAnyPackage(from)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(to)
        .allowEmptyShould(true)
        .check(classes);
  }
}
