package dev.tidemark.cli;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EveryCommandIsProvenTest {
    @Test
    void everyCommandThatReadsEvidenceIsRunByTheProofs() {
        assertThat(CommandLines.unproven())
                .as("add how to call them to CommandLines")
                .isEmpty();
    }

    @Test
    void theProofsRunOverMoreThanAHandful() {
        assertThat(CommandLines.on(Evidence.at(java.nio.file.Path.of("nowhere"))))
                .hasSizeGreaterThanOrEqualTo(9);
    }

    @Test
    void everyCommandIsFoundByItsName() {
        assertThat(CommandLines.commands()).isNotEmpty().allSatisfy(command -> {
            CommandRun help = CommandRun.of(java.util.List.of((command + " --help").split(" ")));
            assertThat(help.code()).as(help.toString()).isZero();
            assertThat(help.out()).contains("Usage: tidemark " + command);
        });
    }
}
