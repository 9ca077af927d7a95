package dev.tidemark.diagnosis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

import dev.tidemark.diagnosis.rules.Examination;
import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.Storages;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** No alarm on checkpoints that real Spark wrote and that nobody touched. */
class DiagnosisCorpusTest {
    private static List<Path> directories(String part, String suffix) throws IOException {
        String corpus = System.getenv("TIDEMARK_CORPUS");
        Assumptions.assumeTrue(corpus != null, "TIDEMARK_CORPUS is not set");
        try (Stream<Path> all = Files.list(Path.of(corpus, part))) {
            return all.filter(path -> path.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    private static void assertNoAlarm(Path checkpoint, Places places) throws IOException {
        try (Storage storage = LocalStorage.at(checkpoint)) {
            Diagnosis diagnosis = Examination.of(new CaseReader(storage, places, null, OptionalLong.empty()).read());

            assertThat(diagnosis.findings())
                    .as(checkpoint.toString())
                    .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.INFO));
            assertThat(diagnosis.outlook().filter(outlook -> outlook.fails()))
                    .as(checkpoint.toString())
                    .isEmpty();
        }
    }

    @Test
    void raisesNoAlarmOnHealthyCheckpoints() throws IOException {
        for (Path directory : directories("checkpoints", "")) {
            assertNoAlarm(directory.resolve("ckpt"), Places.AS_NAMED);
        }
    }

    @Test
    void raisesNoAlarmWhereTheTablesAreAtHand() throws IOException {
        for (Path directory : directories("restart", "--control")) {
            String name = directory.getFileName().toString().split("--")[0];
            PathMapping mapping = PathMapping.parse(
                    List.of("/lake/" + name.replaceFirst("^s\\d+-", "") + "=" + directory.resolve("before")));

            assertNoAlarm(directory.resolve("before/ckpt"), Places.of(mapping, Storages::open));
        }
    }
}
