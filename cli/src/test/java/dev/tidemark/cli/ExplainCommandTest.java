package dev.tidemark.cli;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ExplainCommandTest {
    @Test
    void printsWhatARuleMeansAndWhatToDo() {
        CommandRun run = CommandRun.of(List.of("explain", "ckp-004"));

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("CKP-004 The newest offset file has none before it", "What to do", "Restore the missing file")
                .doesNotContain("`");
    }

    @Test
    void listsEveryRuleWhenAskedForNone() {
        CommandRun run = CommandRun.of(List.of("explain"));

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("CKP-001", "STA-001", "DLT-085");
    }

    @Test
    void asksBackWhenARuleIsMistyped() {
        CommandRun run = CommandRun.of(List.of("explain", "CPK-004"));

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("no rule CPK-004; did you mean CKP-004");
    }

    @Test
    void givesThePageToScripts() {
        CommandRun run = CommandRun.of(List.of("explain", "CKP-003", "--format", "json"));

        assertThat(run.out()).contains("\"rule\" : \"CKP-003\"", "\"severity\" : \"fatal\"");
    }
}
