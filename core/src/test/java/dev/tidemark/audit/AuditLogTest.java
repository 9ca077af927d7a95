package dev.tidemark.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.diagnosis.Severity;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AuditLogTest {
    private static final String HEAD = "{\"tidemark\":{\"schema\":1},\"roots\":[\"/lake\"]}\n";
    private static final String ONE =
            "{\"item\":\"checkpoint\",\"path\":\"/lake/\u00fc\",\"verdict\":\"wrong\",\"findings\":"
                    + "[{\"rule\":\"CKP-004\",\"severity\":\"fatal\"}],\"keys\":{\"queryId\":\"q\"}}\n";
    private static final String TWO =
            "{\"item\":\"deltaTable\",\"path\":\"/lake/t\",\"verdict\":\"well\",\"findings\":[]}\n";
    private static final String SUMMARY = "{\"summary\":{}}\n";

    @Test
    void readsItemsAndNothingElse() throws IOException {
        List<AuditLog.Entry> entries = new ArrayList<>();

        long bytes = read(HEAD + ONE + TWO + SUMMARY, entries);

        assertThat(bytes).as("what follows the last item can go").isEqualTo(bytes(HEAD + ONE + TWO));
        assertThat(entries)
                .containsExactly(
                        new AuditLog.Entry(
                                new AuditItem(ItemKind.CHECKPOINT, "/lake/\u00fc"),
                                ItemVerdict.WRONG,
                                List.of(new AuditLog.Counted(Severity.FATAL, "CKP-004")),
                                new ItemKeys("q", null, List.of(), ItemKeys.Sources.NONE, null, List.of())),
                        new AuditLog.Entry(
                                new AuditItem(ItemKind.DELTA_TABLE, "/lake/t"),
                                ItemVerdict.WELL,
                                List.of(),
                                ItemKeys.NONE));
    }

    @Test
    void everyCutLeavesTheWholeLines() throws IOException {
        String all = HEAD + ONE + TWO;
        for (int cut = 0; cut <= all.length(); cut++) {
            List<AuditLog.Entry> entries = new ArrayList<>();

            long bytes = read(all.substring(0, cut), entries);

            int whole = cut == all.length() ? 2 : cut >= (HEAD + ONE).length() ? 1 : 0;
            assertThat(entries).as("cut at %d", cut).hasSize(whole);
            assertThat(bytes)
                    .as("cut at %d", cut)
                    .isEqualTo(whole == 2 ? bytes(all) : whole == 1 ? bytes(HEAD + ONE) : 0);
        }
    }

    private static long read(String text, List<AuditLog.Entry> entries) throws IOException {
        return AuditLog.read(new BufferedReader(new StringReader(text)), entries::add);
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
