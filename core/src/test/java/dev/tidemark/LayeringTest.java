package dev.tidemark;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** Holds the arrows between the rooms of core. */
class LayeringTest {
    /** An empty scan must not pass; raise it as the house grows. */
    private static final int FEWEST_CLASSES = 40;

    private static JavaClasses core;

    @BeforeAll
    static void scan() {
        core = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.tidemark");
    }

    @Test
    void seesTheWholeHouse() {
        assertThat(core.size()).isGreaterThanOrEqualTo(FEWEST_CLASSES);
    }

    @Test
    void roomsFormNoCycle() {
        slices().matching("dev.tidemark.(*)..").should().beFreeOfCycles().check(core);
    }

    @Test
    void checkpointStateAndDeltaNeverSeeEachOther() {
        String[] rooms = {"checkpoint", "state", "delta"};
        for (String room : rooms) {
            for (String other : rooms) {
                if (!room.equals(other)) {
                    mayNotSee("dev.tidemark." + room + "..", "dev.tidemark." + other + "..");
                }
            }
        }
    }

    @Test
    void evidenceKnowsNothing() {
        mayOnlySee("dev.tidemark.evidence..", "dev.tidemark.evidence..");
    }

    @Test
    void formatsArePure() {
        mayOnlySee("dev.tidemark.format..", "dev.tidemark.format..", "dev.tidemark.evidence..");
    }

    @Test
    void reportKnowsValuesOnly() {
        mayOnlySee("dev.tidemark.report..", "dev.tidemark.report..", "dev.tidemark.format.json..");
    }

    @Test
    void renderKnowsReportsOnly() {
        mayOnlySee(
                "dev.tidemark.render..",
                "dev.tidemark.render..",
                "dev.tidemark.report..",
                "dev.tidemark.format.json..");
    }

    @Test
    void nothingBelowViewsKnowsReports() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.tidemark.view..", "dev.tidemark.render..", "dev.tidemark.report..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.tidemark.report..", "dev.tidemark.render..", "dev.tidemark.view..")
                .check(core);
    }

    @Test
    void onlyOverlayAndRepairWrite() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.tidemark.io..", "dev.tidemark.engine..", "dev.tidemark.repair..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("dev.tidemark.io.WritableStorage")
                .check(core);
    }

    @Test
    void eachHeavyLibraryStandsBehindOnePackage() {
        mayNotBeSeenOutside("com.fasterxml.jackson..", "dev.tidemark.format..", "dev.tidemark.render..");
        mayNotBeSeenOutside("org.apache.hadoop.fs..", "dev.tidemark.io..");
        mayNotBeSeenOutside("com.github.luben.zstd..", "dev.tidemark.format..", "dev.tidemark.state..");
        mayNotBeSeenOutside("org.rocksdb..", "dev.tidemark.state.rocksdb..");
        mayNotBeSeenOutside("org.snakeyaml..", "dev.tidemark.query..");
        mayNotBeSeenOutside("org.apache.avro..", "dev.tidemark.format.avro..");
    }

    @Test
    void nothingPrintsOrExits() {
        noClasses().should().accessField(System.class, "out").check(core);
        noClasses().should().accessField(System.class, "err").check(core);
        noClasses().should().callMethod(System.class, "exit", int.class).check(core);
    }

    @Test
    void noClockAndNoChance() {
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(core);
        noClasses().should().callMethod(java.time.Instant.class, "now").check(core);
        noClasses().should().callMethod(Math.class, "random").check(core);
        noClasses().should().callConstructor(java.util.Random.class).check(core);
    }

    private static void mayNotSee(String room, String other) {
        noClasses()
                .that()
                .resideInAPackage(room)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(other)
                .allowEmptyShould(true)
                .check(core);
    }

    private static void mayOnlySee(String room, String... others) {
        noClasses()
                .that()
                .resideInAPackage(room)
                .should()
                .dependOnClassesThat(com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage(
                                "dev.tidemark..")
                        .and(com.tngtech.archunit.base.DescribedPredicate.not(
                                com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage(others))))
                .check(core);
    }

    private static void mayNotBeSeenOutside(String library, String... rooms) {
        noClasses()
                .that()
                .resideOutsideOfPackages(rooms)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(core);
    }
}
