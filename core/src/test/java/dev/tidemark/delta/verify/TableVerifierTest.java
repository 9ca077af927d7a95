package dev.tidemark.delta.verify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;

import dev.tidemark.io.MemoryStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class TableVerifierTest {
    private static final String PROTOCOL = "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}";
    private static final String METADATA = "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\","
            + "\"options\":{}},\"schemaString\":\"{}\",\"partitionColumns\":[],\"configuration\":{}}}";
    private static final String FIRST = PROTOCOL + "\n" + METADATA + "\n" + add("a.parquet", 10) + "\n";

    @Test
    void findsNothingInAHealthyLog() throws IOException {
        Verification verification = verify(log(FIRST, add("b.parquet", 20), remove("a.parquet"))
                .with(
                        "_delta_log/00000000000000000001.crc",
                        "{\"tableSizeBytes\":30,\"numFiles\":2,\"numMetadata\":1,\"numProtocol\":1}"));

        assertThat(verification.findings()).isEmpty();
        assertThat(verification.checked()).containsEntry("commits", 3L).containsEntry("checksums", 1L);
        assertThat(verification.notChecked())
                .containsExactly("data files (ask with --data-files)", "files that no version needs (--orphans)");
    }

    static Stream<Arguments> commits() {
        return Stream.of(
                arguments("DLT-003", "{\"add\":{\"path\":\"b"),
                arguments("DLT-003", "null"),
                arguments("DLT-020", METADATA + "\n" + METADATA),
                arguments("DLT-021", PROTOCOL + "\n" + PROTOCOL),
                arguments("DLT-022", add("b.parquet", 1) + "\n" + add("b.parquet", 2)),
                arguments("DLT-023", add("b.parquet", 1) + "\n" + remove("b.parquet")),
                arguments("DLT-023", remove("a.parquet") + "\n" + add("a.parquet", 10)),
                arguments("DLT-024", remove("never.parquet")),
                arguments("DLT-025", add("a.parquet", 11)),
                arguments("DLT-026", vectorAdd("a.parquet", 3, 10)),
                arguments("DLT-027", txn(5) + "\n" + txn(4)),
                arguments("DLT-028", "{\"add\":{\"path\":\"b.parquet\",\"size\":1,\"modificationTime\":1}}"),
                arguments("DLT-028", "{\"martian\":{}}"),
                arguments("DLT-029", add("b c.parquet", 1)),
                arguments("DLT-030", "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7}}"),
                arguments(
                        "DLT-030",
                        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
                                + "\"readerFeatures\":[\"deletionVectors\"],\"writerFeatures\":[]}}"),
                arguments("DLT-031", "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":1}}"),
                arguments(
                        "DLT-033",
                        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
                                + "\"readerFeatures\":[\"martian\"],\"writerFeatures\":[\"martian\"]}}"),
                arguments("DLT-034", vectorAdd("b.parquet", 3, 10)),
                arguments(
                        "DLT-041",
                        METADATA.replace("{}}}", "{\"delta.enableInCommitTimestamps\":\"true\"}}}") + "\n"
                                + "{\"commitInfo\":{\"timestamp\":1}}"),
                arguments("DLT-070", vectorAdd("b.parquet", 3, 10).replace("\"u\"", "\"x\"")),
                arguments("DLT-071", vectorAdd("b.parquet", 3, 10)),
                arguments("DLT-074", vectorAdd("b.parquet", 30, 10)),
                arguments("DLT-075", vectorAdd("b.parquet", 3, 10).replace("numRecords", "numRecord")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("commits")
    void findsWhatIsWrongWithACommit(String rule, String commit) throws IOException {
        Verification verification = verify(log(FIRST, commit));

        assertThat(verification.findings())
                .filteredOn(finding -> finding.rule().id().equals(rule))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.summary()).isNotBlank());
    }

    static Stream<Arguments> checksums() {
        return Stream.of(
                arguments("DLT-060", "{oops"),
                arguments("DLT-061", "{\"numFiles\":2}"),
                arguments("DLT-061", "{\"tableSizeBytes\":11}"),
                arguments("DLT-061", "{\"numMetadata\":2}"),
                arguments("DLT-062", "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":3}}"),
                arguments("DLT-062", "{\"metadata\":" + METADATA.substring(12).replace("\"t\"", "\"u\"")),
                arguments("DLT-064", "{\"setTransactions\":[{\"appId\":\"a\",\"version\":1}]}"),
                arguments(
                        "DLT-064",
                        "{\"domainMetadata\":[{\"domain\":\"d\",\"configuration\":\"\",\"removed\":false}]}"),
                arguments("DLT-064", "{\"numDeletionVectorsOpt\":1}"),
                arguments("DLT-064", "{\"allFiles\":[]}"),
                arguments(
                        "DLT-064",
                        "{\"histogramOpt\":{\"sortedBinBoundaries\":[0,8],\"fileCounts\":[1,0],\"totalBytes\":[10,0]}}"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("checksums")
    void findsWhatIsWrongWithAChecksum(String rule, String checksum) throws IOException {
        Verification verification = verify(log(FIRST).with("_delta_log/00000000000000000000.crc", checksum));

        assertThat(verification.findings())
                .extracting(found -> found.rule().id())
                .containsExactly(rule);
    }

    @Test
    void acceptsAHistogramWithItsWritersOwnBoundaries() throws IOException {
        String histogram =
                "{\"histogramOpt\":{\"sortedBinBoundaries\":[0,8,64],\"fileCounts\":[0,1,0],\"totalBytes\":[0,10,0]}}";

        assertThat(verify(log(FIRST).with("_delta_log/00000000000000000000.crc", histogram))
                        .findings())
                .isEmpty();
    }

    @Test
    void tellsWhichCommitsAreMissingAndWhatItCouldNotCheck() throws IOException {
        MemoryStorage log = log(FIRST).with("_delta_log/00000000000000000003.json", add("b.parquet", 1));

        Verification verification = verify(log);

        assertThat(verification.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule().id()).isEqualTo("DLT-001");
            assertThat(finding.weight()).isEqualTo(VerifyRule.Weight.FATAL);
            assertThat(finding.summary()).isEqualTo("the commits of versions 1 to 2 are missing");
        });
        assertThat(verification.notChecked()).contains("versions from 1 on: commits before them are missing");
    }

    @Test
    void findsAChecksumAheadOfItsCommit() throws IOException {
        Verification verification = verify(log(FIRST).with("_delta_log/00000000000000000001.crc", "{}"));

        assertThat(verification.findings())
                .extracting(found -> found.rule().id())
                .containsExactly("DLT-063");
    }

    @Test
    void findsFilesThatDoNotBelongAndNamesThatAreUnusual() throws IOException {
        MemoryStorage log = log(FIRST)
                .with("_delta_log/notes.txt", "")
                .with("_delta_log/.00000000000000000001.json.3a0d65cd.tmp", "")
                .with("_delta_log/00000000000000000000.checkpoint.0000000001.0000000002.parquet", "x")
                .with("_delta_log/1.json", add("b.parquet", 1))
                .with("_delta_log/00000000000000000000.checkpoint.parquet", "");

        assertThat(verify(log).findings())
                .extracting(found -> found.rule().id())
                .containsExactlyInAnyOrder("DLT-004", "DLT-004", "DLT-005", "DLT-008", "DLT-014");
    }

    @Test
    void holdsACheckpointAgainstTheCommits() throws IOException {
        MemoryStorage log = log(FIRST, add("b.parquet", 1))
                .with("_delta_log/00000000000000000001.checkpoint.parquet", resource("classic.parquet"), 1);

        assertThat(verify(log).findings())
                .extracting(found -> found.rule().id())
                .contains("DLT-050", "DLT-051", "DLT-052", "DLT-053");
    }

    @Test
    void startsFromTheFirstCheckpointOfACleanedLogAndSaysSo() throws IOException {
        MemoryStorage log = new MemoryStorage()
                .with("_delta_log/00000000000000000007.checkpoint.parquet", resource("classic.parquet"), 1)
                .with("_delta_log/00000000000000000007.json", txn(7))
                .with("_delta_log/00000000000000000008.json", add("b.parquet", 1));

        Verification verification = verify(log);

        assertThat(verification.findings())
                .extracting(found -> found.rule().id())
                .containsExactly("DLT-071");
        assertThat(verification.notChecked()).anyMatch(why -> why.startsWith("versions before 7"));
        assertThat(verification.checked()).containsEntry("commits", 1L).containsEntry("checkpoints", 1L);
    }

    @Test
    void holdsACompactionAgainstItsCommits() throws IOException {
        MemoryStorage log = log(FIRST, add("b.parquet", 1), remove("b.parquet"), add("c.parquet", 1));
        String name = "_delta_log/00000000000000000001.00000000000000000003.compacted.json";

        assertThat(verify(log.with(name, add("c.parquet", 1))).findings()).isEmpty();
        assertThat(verify(log.with(name, add("c.parquet", 1) + "\n" + remove("b.parquet")))
                        .findings())
                .isEmpty();
        assertThat(verify(log.with(name, remove("b.parquet"))).findings())
                .singleElement()
                .extracting(VerifyFinding::summary)
                .isEqualTo("the compaction and its commits disagree about c.parquet");
    }

    @Test
    void findsAHintThatPointsNowhere() throws IOException {
        MemoryStorage log = log(FIRST).with("_delta_log/_last_checkpoint", "{\"version\":9,\"size\":1}");

        assertThat(verify(log).findings())
                .extracting(found -> found.rule().id())
                .containsExactly("DLT-010");
    }

    @Test
    void looksForDataFilesAndForOrphansOnRequest() throws IOException {
        MemoryStorage log = log(FIRST, add("d%20e/f.parquet", 3), add("gone.parquet", 5))
                .with("a.parquet", "0123456789")
                .with("d e/f.parquet", "toolong")
                .with("orphan.parquet", "x")
                .with("_hidden/file", "x");

        Verification verification = TableVerifier.verify(log, new VerifyScope(true, true));

        assertThat(verification.findings())
                .extracting(VerifyFinding::summary)
                .containsExactly(
                        "the live file gone.parquet is missing",
                        "d e/f.parquet has 7 bytes, the log says 3",
                        "1 files of 1 bytes together are needed by no version, orphan.parquet for one");
        assertThat(verification.orphans()).extracting(Verification.Orphan::path).containsExactly("orphan.parquet");
    }

    @Test
    void keepsARuinedLogReadable() throws IOException {
        StringBuilder commit = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            commit.append(remove("x" + i + ".parquet")).append('\n');
        }

        List<VerifyFinding> findings = verify(log(FIRST, commit.toString())).findings();

        assertThat(findings)
                .hasSize(21)
                .last()
                .extracting(VerifyFinding::summary)
                .isEqualTo("80 more findings of this rule");
    }

    @Test
    void saysThatThereIsNoLog() {
        assertThatThrownBy(() -> verify(new MemoryStorage())).isInstanceOf(FileNotFoundException.class);
    }

    private static Verification verify(MemoryStorage log) throws IOException {
        return TableVerifier.verify(log, VerifyScope.LOG);
    }

    private static MemoryStorage log(String... commits) {
        MemoryStorage storage = new MemoryStorage();
        for (int version = 0; version < commits.length; version++) {
            storage.with(String.format("_delta_log/%020d.json", version), commits[version]);
        }
        return storage;
    }

    private static String add(String path, long size) {
        return "{\"add\":{\"path\":\"" + path + "\",\"partitionValues\":{},\"size\":" + size
                + ",\"modificationTime\":1,\"dataChange\":true}}";
    }

    private static String vectorAdd(String path, long deleted, long rows) {
        return "{\"add\":{\"path\":\"" + path + "\",\"partitionValues\":{},\"size\":1,\"modificationTime\":1,"
                + "\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":" + rows + "}\",\"deletionVector\":"
                + "{\"storageType\":\"u\",\"pathOrInlineDv\":\"ab^-aqEH.-t@S}K{vb[*k^\",\"offset\":1,"
                + "\"sizeInBytes\":34,\"cardinality\":" + deleted + "}}}";
    }

    private static String remove(String path) {
        return "{\"remove\":{\"path\":\"" + path + "\",\"deletionTimestamp\":1,\"dataChange\":true}}";
    }

    private static String txn(long version) {
        return "{\"txn\":{\"appId\":\"app\",\"version\":" + version + "}}";
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = TableVerifierTest.class.getResourceAsStream("/checkpoint/" + name)) {
            return java.util.Objects.requireNonNull(in, name).readAllBytes();
        }
    }
}
