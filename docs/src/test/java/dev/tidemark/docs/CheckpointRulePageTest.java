package dev.tidemark.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.rules.CheckpointRules;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointRulePageTest {
    @Test
    void listsEveryRuleOnce() throws IOException {
        String page = Files.readString(Path.of("reference/rules-checkpoint.md"));

        List<String> listed = Pattern.compile("(?m)^\\| (CKP-\\d{3}) ")
                .matcher(page)
                .results()
                .map(MatchResult::group)
                .map(row -> row.substring(2).strip())
                .toList();

        assertThat(listed).isEqualTo(CheckpointRules.ALL.stream().map(Rule::id).toList());
    }
}
