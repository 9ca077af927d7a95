package dev.tidemark.source.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceFile;
import dev.tidemark.source.SourceUndecidedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The file source over a directory and a log in memory. */
class FileStreamSourceTest {
    private static final ReadLimit ALL = new ReadLimit.AllAvailable();
    private static final long DAY_MS = 86_400_000;

    private final MemoryStorage input = new MemoryStorage();
    private final MemoryStorage checkpoint = new MemoryStorage();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<String, String> confs = new LinkedHashMap<>();
    private String directory = "/lake/in";

    private FileStreamSourceTest file(String name, long modifiedAtMs) {
        return file(name, 10, modifiedAtMs);
    }

    private FileStreamSourceTest file(String name, int sizeBytes, long modifiedAtMs) {
        input.with(name, new byte[sizeBytes], modifiedAtMs);
        return this;
    }

    private FileStreamSourceTest option(String name, String value) {
        options.put(name, value);
        return this;
    }

    private FileStreamSourceTest interval(int batches) {
        confs.put("spark.sql.streaming.fileSource.log.compactInterval", Integer.toString(batches));
        return this;
    }

    /** The source, made anew: what a restart does. */
    private FileStreamSource source() throws IOException {
        return new FileStreamSource(
                options,
                confs,
                new FileStreamSource.Directory(input, directory),
                new FileStreamSource.LogPlace(checkpoint, new StoragePath("sources/0"), "file:/lake/ckpt/sources/0"),
                (path, content) -> checkpoint.write(path, content.getBytes(StandardCharsets.UTF_8)),
                file -> OptionalLong.of(1));
    }

    private static String offset(long logOffset) {
        return "{\"logOffset\":" + logOffset + "}";
    }

    private static String entry(String path, long modifiedAtMs, long batchId) {
        return "{\"path\":\"" + path + "\",\"timestamp\":" + modifiedAtMs + ",\"batchId\":" + batchId + "}";
    }

    private static String in(String name) {
        return "file:///lake/in/" + name;
    }

    private void logged(String name, String... entries) {
        checkpoint.with("sources/0/" + name, "v1\n" + String.join("\n", entries));
    }

    private String log(String name) throws IOException {
        try (InputStream text = checkpoint.open(new StoragePath("sources/0/" + name))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> names(SourceBatch batch) {
        return batch.files().stream()
                .map(SourceFile::path)
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
    }

    /** What each batch of a run takes, until nothing is left. */
    private static List<List<String>> run(FileStreamSource source, ReadLimit limit, String start) throws IOException {
        List<List<String>> batches = new ArrayList<>();
        String last = start;
        String end = source.latestOffset(last, limit);
        while (end != null && !end.equals(last)) {
            batches.add(names(source.batch(last, end)));
            last = end;
            end = source.latestOffset(last, limit);
        }
        return batches;
    }

    private static SourceError.Cause failureOf(Action action) throws IOException {
        try {
            action.run();
        } catch (SourceFailureException refused) {
            return refused.error().outermost();
        }
        throw new AssertionError("does not fail");
    }

    private interface Action {
        void run() throws IOException;
    }

    // what is new

    @Test
    void takesFilesOldestFirstAndThoseOfOneTimeByName() throws IOException {
        file("b", 5).file("a", 5).file("c", 1);

        assertThat(run(source(), ALL, null)).containsExactly(List.of("c", "a", "b"));
        assertThat(log("0"))
                .isEqualTo("v1\n" + entry(in("c"), 1, 0) + "\n" + entry(in("a"), 5, 0) + "\n" + entry(in("b"), 5, 0));
    }

    @Test
    void hasNoOffsetBeforeItsFirstFile() throws IOException {
        assertThat(source().latestOffset(null, ALL)).isNull();
    }

    @Test
    void takesNoFileTwice() throws IOException {
        file("a", 1).file("b", 2);
        FileStreamSource source = source();
        run(source, ALL, null);

        file("c", 3);

        assertThat(run(source, ALL, offset(0))).containsExactly(List.of("c"));
        assertThat(run(source(), ALL, offset(1))).isEmpty();
    }

    @Test
    void takesFilesByTheirOwnTimesThoughOneItKnowsWasWrittenAnew() throws IOException {
        logged("0", entry(in("a"), 10, 0), entry(in("b"), 20, 0));
        file("a", 99).file("b", 20).file("c", 40).file("d", 30);

        source().latestOffset(offset(0), ALL);

        assertThat(log("1")).isEqualTo("v1\n" + entry(in("d"), 30, 1) + "\n" + entry(in("c"), 40, 1));
    }

    @Test
    void putsFilesOfACopyThatHasLostAllTimesBehindThoseItKnows() throws IOException {
        logged("0", entry(in("a"), 10, 0), entry(in("b"), 20, 0));
        file("a", 7).file("b", 7).file("c", 7);

        source().latestOffset(offset(0), ALL);

        assertThat(log("1")).isEqualTo("v1\n" + entry(in("c"), 21, 1));
    }

    @Test
    void countsItsLogAndNotTheBatchesOfTheQuery() throws IOException {
        file("a", 1);
        FileStreamSource source = source();

        assertThat(source.latestOffset(null, ALL)).isEqualTo(offset(0));
        assertThat(source.latestOffset(offset(0), ALL)).isEqualTo(offset(0));
    }

    @Test
    void takesForSeenWhatIsInItsLogEvenWithoutAnOffset() throws IOException {
        file("a", 1).file("b", 2).file("c", 3).logged("0", entry(in("a"), 1, 0), entry(in("b"), 2, 0));

        FileStreamSource source = source();

        assertThat(source.latestOffset(null, new ReadLimit.MaxFiles(1))).isEqualTo(offset(1));
        assertThat(names(source.batch(null, offset(1)))).containsExactly("a", "b", "c");
    }

    @Test
    void comparesWholePathsUnlessNamesAreEnough() throws IOException {
        file("a", 1).file("b", 2).logged("0", entry("s3://old/place/a", 1, 0));

        assertThat(run(source(), ALL, offset(0))).containsExactly(List.of("a", "b"));
        checkpoint.delete(new StoragePath("sources/0/1"));
        assertThat(run(option("fileNameOnly", "true").source(), ALL, offset(0))).containsExactly(List.of("b"));
    }

    @Test
    void forgetsFilesOlderThanTheNewestByTheirMaximalAge() throws IOException {
        file("old", 1).file("edge", 1 + DAY_MS).file("newest", 1 + 8 * DAY_MS);
        FileStreamSource source = source();
        run(source, ALL, null);

        file("older", DAY_MS).file("other", 1 + DAY_MS);

        assertThat(run(source, ALL, offset(0)))
                .describedAs("a file exactly seven days older counts, one older does not")
                .containsExactly(List.of("other"));
    }

    @Test
    void takesAllFilesOfItsFirstListingHoweverOld() throws IOException {
        file("old", 1).file("newest", 100 * DAY_MS);

        assertThat(run(source(), ALL, null)).containsExactly(List.of("old", "newest"));
    }

    @ParameterizedTest
    @CsvSource({"1000,999", "1s,999", "2m,119999", "1min,59999", "1h,3599999", "1d,86399999"})
    void readsAgesInSparksUnits(String age, long within) throws IOException {
        long newest = 10 * DAY_MS;
        file("newest", newest);
        FileStreamSource source = option("maxFileAge", age).source();
        run(source, ALL, null);

        file("inside", newest - within - 1).file("outside", newest - within - 2);

        assertThat(run(source, ALL, offset(0))).containsExactly(List.of("inside"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Soon|Failed to parse time string: Soon",
                "5 s|Failed to parse time string: 5 s",
                "5weeks|Invalid suffix: \"weeks\"",
                "99999999999999999999|For input string: \"99999999999999999999\""
            })
    void saysWhichAgeItCannotRead(String age, String reason) throws IOException {
        assertThat(failureOf(() -> option("maxFileAge", age).source()).message())
                .startsWith("Time must be specified as seconds (s), ")
                .endsWith(" E.g. 50s, 100ms, or 250us.\n" + reason);
    }

    @Test
    void readsAnAgeBeyondAllTime() throws IOException {
        file("newest", 10 * DAY_MS);
        FileStreamSource source = option("maxFileAge", "999999999999d").source();
        run(source, ALL, null);

        file("old", 1);

        assertThat(run(source, ALL, offset(0))).containsExactly(List.of("old"));
    }

    // limits

    @Test
    void takesSoManyFilesAtATime() throws IOException {
        file("a", 1).file("b", 2).file("c", 3);

        assertThat(run(source(), new ReadLimit.MaxFiles(2), null)).containsExactly(List.of("a", "b"), List.of("c"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1|a,b,c", "29|a,b,c", "30|ab,c", "59|ab,c", "60|abc", "61|abc"})
    void takesFilesThatFitAndOneAtLeast(long bytes, String batches) throws IOException {
        file("a", 10, 1).file("b", 20, 2).file("c", 30, 3);

        assertThat(run(source(), new ReadLimit.MaxBytes(bytes), null))
                .extracting(files -> String.join("", files))
                .containsExactly(batches.split(","));
    }

    @Test
    void takesTheLatestFirstWhenAsked() throws IOException {
        file("a", 1).file("b", 2).file("c", 3).option("latestFirst", "true").option("maxFilesPerTrigger", "2");
        FileStreamSource source = source();

        assertThat(run(source, source.defaultReadLimit(), null)).containsExactly(List.of("c", "b"), List.of("a"));
    }

    @Test
    void mindsNoAgeWhenItTakesTheLatestFirstUnderALimit() throws IOException {
        file("old", 1).file("newest", 100 * DAY_MS).option("latestFirst", "true");
        assertThat(run(source(), new ReadLimit.MaxFiles(1), null)).containsExactly(List.of("newest"));

        checkpoint.delete(new StoragePath("sources/0/0"));
        option("maxFilesPerTrigger", "1");
        assertThat(run(source(), new ReadLimit.MaxFiles(1), null)).containsExactly(List.of("newest"), List.of("old"));
    }

    @Test
    void takesWhatItDidNotReadBeforeItListsAgain() throws IOException {
        file("a", 1).file("b", 2).file("c", 3).file("d", 4);
        FileStreamSource source = source();
        source.latestOffset(null, new ReadLimit.MaxFiles(2));

        file("0-earliest", 0);

        assertThat(run(source, new ReadLimit.MaxFiles(2), offset(0)))
                .containsExactly(List.of("c", "d"), List.of("0-earliest"));
    }

    @Test
    void listsAgainWhenTooLittleIsUnread() throws IOException {
        file("a", 1).file("b", 2).file("c", 3);
        option("discardCachedInputRatio", "0.6");
        FileStreamSource source = source();
        source.latestOffset(null, new ReadLimit.MaxFiles(2));

        file("0-earliest", 0);

        assertThat(run(source, new ReadLimit.MaxFiles(2), offset(0))).containsExactly(List.of("0-earliest", "c"));
    }

    @Test
    void keepsOnlySoManyUnreadFiles() throws IOException {
        file("a", 1).file("b", 2).file("c", 3).file("d", 4).option("maxCachedFiles", "1");
        FileStreamSource source = source();
        source.latestOffset(null, new ReadLimit.MaxFiles(1));

        file("0-earliest", 0);

        assertThat(run(source, new ReadLimit.MaxFiles(1), offset(0)))
                .containsExactly(List.of("b"), List.of("0-earliest"), List.of("c"), List.of("d"));
    }

    @Test
    void freezesItsListingForAnAvailableNowRun() throws IOException {
        file("a", 1).file("b", 2);
        FileStreamSource source = source();
        source.prepareForAvailableNow();

        file("c", 3);

        assertThat(run(source, new ReadLimit.MaxFiles(1), null)).containsExactly(List.of("a"), List.of("b"));
        assertThat(run(source(), ALL, offset(1))).containsExactly(List.of("c"));
    }

    // options

    @Test
    void choosesItsLimitByItsOptions() throws IOException {
        assertThat(source().defaultReadLimit()).isEqualTo(ALL);
        assertThat(option("maxFilesPerTrigger", "3").source().defaultReadLimit())
                .isEqualTo(new ReadLimit.MaxFiles(3));
        options.clear();
        assertThat(option("maxBytesPerTrigger", "3").source().defaultReadLimit())
                .isEqualTo(new ReadLimit.MaxBytes(3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maxFilesPerTrigger|0|Invalid value '0' for option 'maxFilesPerTrigger', must be a positive integer",
                "maxBytesPerTrigger|1k|Invalid value '1k' for option 'maxBytesPerTrigger', must be a positive integer",
                "latestFirst|1|Invalid value '1' for option 'latestFirst', must be 'true' or 'false'",
                "modifiedAfter|x|option 'modifiedafter' is not allowed in file stream sources",
                "cleanSource|burn|Invalid mode for clean source option Some(burn). Must be one of ARCHIVE,DELETE,OFF",
                "cleanSource|archive|Archive mode must be used with 'sourceArchiveDir' option."
            })
    void refusesOptions(String option, String value, String message) throws IOException {
        SourceError.Cause told = failureOf(() -> option(option, value).source());

        assertThat(told.className()).isEqualTo("java.lang.IllegalArgumentException");
        assertThat(told.message()).isEqualTo(message);
    }

    @Test
    void refusesTwoLimits() throws IOException {
        option("maxFilesPerTrigger", "1").option("maxBytesPerTrigger", "1");

        assertThat(failureOf(this::source).message())
                .isEqualTo("Options 'maxFilesPerTrigger' and 'maxBytesPerTrigger' can't be both set at the same time");
    }

    @Test
    void wantsAnIntervalOfCompaction() throws IOException {
        assertThat(failureOf(() -> interval(0).source()).message())
                .contains("fileSource.log.compactInterval (was 0) to a positive value");
    }

    // the log

    private void oneFileABatch(int batches) throws IOException {
        IntStream.range(0, batches).forEach(i -> file("f" + i, i + 1));
        run(source(), new ReadLimit.MaxFiles(1), null);
    }

    @Test
    void compactsAllEntriesIntoAFileOfAnotherName() throws IOException {
        interval(3).oneFileABatch(7);

        assertThat(log("2.compact"))
                .isEqualTo(
                        "v1\n" + entry(in("f0"), 1, 0) + "\n" + entry(in("f1"), 2, 1) + "\n" + entry(in("f2"), 3, 2));
        assertThat(log("5.compact").lines()).hasSize(7).last().isEqualTo(entry(in("f5"), 6, 5));
        assertThat(log("6")).isEqualTo("v1\n" + entry(in("f6"), 7, 6));
        assertThat(checkpoint.stat(new StoragePath("sources/0/2"))).isEmpty();
        assertThat(checkpoint.stat(new StoragePath("sources/0/5"))).isEmpty();
    }

    @Test
    void goesOnBehindACompactFileThatIsTheNewest() throws IOException {
        interval(3).oneFileABatch(3);
        file("f3", 9);

        assertThat(source().latestOffset(offset(2), new ReadLimit.AllAvailable()))
                .isEqualTo(offset(3));
        assertThat(log("3")).isEqualTo("v1\n" + entry(in("f3"), 9, 3));
    }

    @Test
    void readsEachIdOfACompactedLogAlone() throws IOException {
        interval(3).oneFileABatch(7);

        assertThat(names(source().batch(offset(1), offset(2)))).containsExactly("f2");
        assertThat(names(source().batch(null, offset(6)))).containsExactly("f0", "f1", "f2", "f3", "f4", "f5", "f6");
    }

    @Test
    void takesEntriesThatWereDeletedFromTheNewestCompactFile() throws IOException {
        interval(3).oneFileABatch(7);
        for (String name : new String[] {"0", "1", "2.compact", "3", "4"}) {
            checkpoint.delete(new StoragePath("sources/0/" + name));
        }

        assertThat(names(source().batch(offset(0), offset(3)))).containsExactly("f1", "f2", "f3");
    }

    @Test
    void cannotCompactWithoutItsPredecessors() throws IOException {
        interval(3).oneFileABatch(7);
        FileStreamSource source = source();
        file("f7", 8).file("f8", 9);
        source.latestOffset(offset(6), new ReadLimit.MaxFiles(1));
        checkpoint.delete(new StoragePath("sources/0/6"));

        SourceError.Cause told = failureOf(() -> source.latestOffset(offset(7), new ReadLimit.MaxFiles(1)));

        assertThat(told.condition()).isEqualTo("BATCH_METADATA_NOT_FOUND");
        assertThat(told.message()).contains("file:/lake/ckpt/sources/0/6");
    }

    @Test
    void keepsTheIntervalThatTheLogWasWrittenWith() throws IOException {
        interval(3).oneFileABatch(7);

        file("f7", 8).file("f8", 9);
        run(interval(10).source(), new ReadLimit.MaxFiles(1), offset(6));

        assertThat(log("8.compact").lines()).hasSize(10);
    }

    @Test
    void missesAFileThatItsLogNeeds() throws IOException {
        interval(3).oneFileABatch(5);
        checkpoint.delete(new StoragePath("sources/0/3"));

        assertThat(failureOf(this::source).message())
                .isEqualTo("file:/lake/ckpt/sources/0/3 doesn't exist (latestId: 4, compactInterval: 3)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 1 2 3|batch 0 doesn't exist",
                "0 1|batches (0, 1, 2) don't exist (startId: Some(0), endId: Some(3))",
                "2 3|batches (1, 2, 3) don't  exist (startId: Some(0), endId: Some(3))",
                "1|batches (1) don't exist (startId: Some(0), endId: Some(3))",
                "1 2|batches (1, 2) don't exist (startId: Some(0), endId: Some(3))"
            })
    void namesTheEntriesOfARangeThatAreGone(String gone, String message) throws IOException {
        oneFileABatch(5);
        FileStreamSource source = source();
        for (String name : gone.split(" ")) {
            checkpoint.delete(new StoragePath("sources/0/" + name));
        }

        SourceError.Cause told = failureOf(() -> source.batch(null, offset(3)));

        assertThat(told.className()).isEqualTo("java.lang.IllegalStateException");
        assertThat(told.message()).isEqualTo(message);
    }

    @Test
    void assertsThatOffsetsDoNotMoveBack() throws IOException {
        oneFileABatch(3);

        assertThat(failureOf(() -> source().batch(offset(2), offset(1))).className())
                .isEqualTo("java.lang.AssertionError");
        assertThat(source().batch(offset(1), offset(1)).files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v1\n{\"path\":", "v2\n", "nonsense", "v1\nnonsense"})
    void cannotBeMadeOverALogThatIsTorn(String text) throws IOException {
        checkpoint.with("sources/0/0", text);

        assertThat(failureOf(this::source)).isNotNull();
    }

    @Test
    void readsTheBareOffsetsOfTheFirstSparks() throws IOException {
        oneFileABatch(2);

        assertThat(names(source().batch("0", "1"))).containsExactly("f1");
        assertThat(failureOf(() -> source().batch(null, "{\"other\":1}")).className())
                .isEqualTo("org.json4s.MappingException");
    }

    @Test
    void refusesAFileOutsideItsDirectory() throws IOException {
        logged("0", entry("file:///lake/other/a%20b", 1, 0));

        assertThat(failureOf(() -> source().batch(null, offset(0))).message())
                .isEqualTo("Wrong basePath /lake/in for the root path: file:/lake/other/a b");
    }

    // the directory

    @Test
    void passesOverHiddenAndUnfinishedFiles() throws IOException {
        file("a", 1).file("_b", 1).file(".c", 1).file("d._COPYING_", 1).file("_metadata", 2);

        assertThat(run(source(), ALL, null)).containsExactly(List.of("a", "_metadata"));
    }

    @Test
    void doesNotTellWhatComesOfFilesBesidePartitions() throws IOException {
        FileStreamSource source = file("a", 1).file("_x=1/e", 1).source();

        assertThatThrownBy(() -> source.latestOffset(null, ALL)).isInstanceOf(SourceUndecidedException.class);
    }

    @Test
    void readsFilesThatAPatternNames() throws IOException {
        directory = "/lake/in/*/f*";
        file("a/f1", 1).file("b/f2", 2).file("b/g3", 3).file("f4", 4).file("c/f5/deeper", 5);

        assertThat(run(source(), ALL, null)).containsExactly(List.of("f1", "f2", "deeper"));
    }

    @Test
    void refusesAPathThatIsNotThereButNoPattern() {
        FileStreamSource.requireThere("/lake/in/*", false, true);
        assertThatThrownBy(() -> FileStreamSource.requireThere("/lake/in", false, true))
                .isInstanceOfSatisfying(
                        SourceFailureException.class,
                        refused -> assertThat(refused.error().outermost().message())
                                .isEqualTo("[PATH_NOT_FOUND] Path does not exist: /lake/in. SQLSTATE: 42K03"));
    }

    @Test
    void refusesAnArchiveThatTheSourceWouldRead() throws IOException {
        option("cleanSource", "archive").option("sourceArchiveDir", "/lake/in/done");
        assertThat(messageOf(this::source)).startsWith("requirement failed: Base archive path cannot be set");
        option("sourceArchiveDir", "/lake/done");
        assertThat(source().latestOffset(null, ALL)).isNull();
    }

    private static String messageOf(java.util.concurrent.Callable<?> action) {
        try {
            action.call();
        } catch (SourceFailureException refused) {
            return refused.error().outermost().message();
        } catch (Exception other) {
            throw new AssertionError(other);
        }
        throw new AssertionError("does not fail");
    }

    @Test
    void looksIntoSubdirectoriesOnlyWhenTheyArePartitionsOrItIsAskedTo() throws IOException {
        file("a", 1).file("sub/b", 2);
        assertThat(run(source(), ALL, null)).containsExactly(List.of("a"));

        checkpoint.delete(new StoragePath("sources/0/0"));
        assertThat(run(option("recursiveFileLookup", "true").source(), ALL, null))
                .containsExactly(List.of("a", "b"));

        FileStreamSourceTest partitioned = new FileStreamSourceTest();
        assertThat(run(partitioned.file("p=1/a", 1).file("p=2/b", 2).source(), ALL, null))
                .containsExactly(List.of("a", "b"));
    }

    @Test
    void filtersNames() throws IOException {
        file("a.json", 1).file("b.csv", 1).option("pathGlobFilter", "*.json");

        assertThat(run(source(), ALL, null)).containsExactly(List.of("a.json"));
    }

    @Test
    void escapesPathsAsItsLogDoes() throws IOException {
        file("a b%é", 1);

        run(source(), ALL, null);

        assertThat(log("0")).isEqualTo("v1\n" + entry(in("a%20b%25é"), 1, 0));
    }

    @Test
    void listsTheOutputOfAFileSinkThroughItsLog() throws IOException {
        file("unlisted", 1);
        input.with(
                "_spark_metadata/0",
                "v1\n{\"path\":\"file:///lake/in/listed\",\"size\":1,\"isDir\":false,\"modificationTime\":5,"
                        + "\"blockReplication\":1,\"blockSize\":1,\"action\":\"add\"}");

        assertThat(run(source(), ALL, null)).containsExactly(List.of("listed"));
    }

    @Test
    void takesNothingFromADirectoryThatIsNotThere() throws IOException {
        directory = "/lake/nowhere/";

        assertThat(source().latestOffset(null, ALL)).isNull();
    }
}
