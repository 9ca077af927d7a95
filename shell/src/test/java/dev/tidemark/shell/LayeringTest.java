package dev.tidemark.shell;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** Holds the arrows between the rooms of the shell. */
class LayeringTest {
    private static JavaClasses shell;

    @BeforeAll
    static void scan() {
        shell = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.tidemark.shell");
    }

    @Test
    void seesTheWholeHouse() {
        assertThat(shell.size()).isGreaterThanOrEqualTo(60);
    }

    @Test
    void roomsFormNoCycle() {
        slices().matching("dev.tidemark.shell.(*)..").should().beFreeOfCycles().check(shell);
    }

    @Test
    void knowsNoCommandLineOfItsOwn() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.tidemark.cli..")
                .check(shell);
    }

    @Test
    void linesKnowNothing() {
        classes()
                .that()
                .resideInAPackage("dev.tidemark.shell.line..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.tidemark.shell.line..", "java..", "org.jspecify..")
                .check(shell);
    }

    @Test
    void theTreeKnowsNoCommands() {
        noClasses()
                .that()
                .resideInAPackage("dev.tidemark.shell.evidence..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "org.jline..", "dev.tidemark.render..")
                .check(shell);
    }

    @Test
    void onlyTheLoopKnowsTheTerminal() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.tidemark.shell.run..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jline..")
                .check(shell);
    }

    @Test
    void aScriptNeedsNoTerminal() {
        noClasses()
                .that()
                .haveSimpleNameStartingWith("Script")
                .or()
                .haveSimpleName("Interpreter")
                .or()
                .haveSimpleName("Shell")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jline..")
                .check(shell);
    }

    @Test
    void nothingPrintsOrExits() {
        noClasses().should().accessField(System.class, "out").check(shell);
        noClasses().should().accessField(System.class, "err").check(shell);
        noClasses().should().callMethod(System.class, "exit", int.class).check(shell);
    }

    @Test
    void evidenceIsNeverWritten() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("dev.tidemark.io.WritableStorage")
                .check(shell);
    }
}
