package dev.tidemark.delta.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.log.VersionChecksum;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A version checksum against what the commits add up to. What its writer left out is not missed.
 *
 * <p>Authority: Delta 4.2: {@code Checksum.scala}; protocol, "Version Checksum File".
 */
final class ChecksumCheck {
    private final LiveState state;
    private final VersionChecksum checksum;
    private final Location at;
    private final Findings findings;

    ChecksumCheck(LiveState state, VersionChecksum checksum, Location at, Findings findings) {
        this.state = state;
        this.checksum = checksum;
        this.at = at;
        this.findings = findings;
    }

    void compare(@Nullable CommitInfo commitInfo) {
        count("numFiles", checksum.fileCount(), state.count());
        count("tableSizeBytes", checksum.tableSizeBytes(), state.sizeBytes());
        count("numMetadata", checksum.fields().number("numMetadata"), 1);
        count("numProtocol", checksum.fields().number("numProtocol"), 1);
        compareHead();
        compareCommit(commitInfo);
        compareTransactions();
        compareDomains();
        compareVectors();
        compareHistogram();
        compareFiles();
    }

    private void count(String field, OptionalLong said, long found) {
        if (said.isPresent() && said.getAsLong() != found) {
            findings.add(
                    VerifyRule.CHECKSUM_COUNTS,
                    at.path(),
                    field + " is " + said.getAsLong() + " in the checksum and " + found + " by the commits",
                    at);
        }
    }

    private void compareHead() {
        if (checksum.protocol() != null && !StateComparison.isSame(state.protocol, checksum.protocol())) {
            findings.add(VerifyRule.CHECKSUM_HEAD, at.path(), "the checksum has another protocol than the commits", at);
        }
        if (checksum.metadata() != null) {
            String field = StateComparison.difference(state.metadata, checksum.metadata());
            if (field != null) {
                findings.add(
                        VerifyRule.CHECKSUM_HEAD,
                        at.path(),
                        "the checksum's metaData differ from the commits' in " + field,
                        at);
            }
        }
    }

    private void compareCommit(@Nullable CommitInfo commitInfo) {
        if (commitInfo == null) {
            return;
        }
        Optional<String> transaction = checksum.transactionId();
        if (transaction.isPresent()
                && commitInfo.transactionId().isPresent()
                && !transaction.equals(commitInfo.transactionId())) {
            detail("txnId is not that of the commit: another attempt wrote the checksum");
        }
        OptionalLong timestampMs = checksum.inCommitTimestampMs();
        if (timestampMs.isPresent() && !timestampMs.equals(commitInfo.inCommitTimestampMs())) {
            detail("inCommitTimestamp is " + timestampMs.getAsLong() + " and not that of the commit");
        }
    }

    private void compareTransactions() {
        List<SetTransaction> said = checksum.transactions();
        if (said == null) {
            return;
        }
        Map<String, Long> expected = new TreeMap<>();
        state.transactions.values().forEach(txn -> expected.put(txn.appId(), txn.version()));
        Map<String, Long> found = new TreeMap<>();
        said.forEach(txn -> found.put(txn.appId(), txn.version()));
        if (!expected.equals(found) || found.size() != said.size()) {
            detail("setTransactions differ from the commits' " + expected.size());
        }
    }

    private void compareDomains() {
        List<DomainMetadata> said = checksum.domains();
        if (said == null) {
            return;
        }
        Map<String, String> expected = new TreeMap<>();
        state.domains.values().forEach(domain -> expected.put(domain.domain(), domain.configuration()));
        Map<String, String> found = new TreeMap<>();
        said.stream()
                .filter(domain -> !domain.removed())
                .forEach(domain -> found.put(domain.domain(), domain.configuration()));
        if (!expected.equals(found)) {
            detail("domainMetadata has " + found.keySet() + ", the commits have " + expected.keySet());
        }
    }

    private void compareVectors() {
        long[] sums = new long[2];
        state.forEachLive(add -> {
            DeletionVectorDescriptor vector = add.deletionVector();
            if (vector != null) {
                sums[0]++;
                sums[1] += vector.cardinality();
            }
        });
        detail("numDeletionVectors", checksum.fields().number("numDeletionVectorsOpt"), sums[0]);
        detail("numDeletedRecords", checksum.fields().number("numDeletedRecordsOpt"), sums[1]);
        Optional<JsonArray> bins = checksum.fields()
                .object("deletedRecordCountsHistogramOpt")
                .flatMap(histogram -> histogram.array("deletedRecordCounts"));
        if (bins.isPresent() && checksum.fields().number("numDeletedRecordsOpt").isPresent()) {
            compareDeletedBins(longs(bins.get()));
        }
    }

    /** Bins of deleted rows a file: 0, 1-9, 10-99 and so on, the last from 2^31 - 1. */
    private void compareDeletedBins(List<Long> said) {
        long[] bins = new long[10];
        state.forEachLive(add -> {
            DeletionVectorDescriptor vector = add.deletionVector();
            bins[binOf(vector == null ? 0 : vector.cardinality())]++;
        });
        List<Long> found = new ArrayList<>();
        for (long bin : bins) {
            found.add(bin);
        }
        if (!said.equals(found)) {
            detail("deletedRecordCountsHistogram is " + said + ", by the commits " + found);
        }
    }

    private static int binOf(long deleted) {
        if (deleted >= Integer.MAX_VALUE) {
            return 9;
        }
        int bin = 0;
        for (long left = deleted; left > 0 && bin < 8; left /= 10) {
            bin++;
        }
        return bin;
    }

    /** The boundaries are the writer's own; the standard ones may change. */
    private void compareHistogram() {
        Optional<JsonObject> histogram = checksum.fileSizeHistogram();
        if (histogram.isEmpty()) {
            return;
        }
        List<Long> boundaries =
                longs(histogram.get().array("sortedBinBoundaries").orElse(new JsonArray(List.of())));
        List<Long> saidCounts = longs(histogram.get().array("fileCounts").orElse(new JsonArray(List.of())));
        List<Long> saidBytes = longs(histogram.get().array("totalBytes").orElse(new JsonArray(List.of())));
        boolean isShaped = !boundaries.isEmpty()
                && boundaries.get(0) == 0
                && boundaries.stream().sorted().toList().equals(boundaries)
                && saidCounts.size() == boundaries.size()
                && saidBytes.size() == boundaries.size();
        if (!isShaped) {
            detail("the histogram of file sizes has no shape that can be checked");
            return;
        }
        long[] counts = new long[boundaries.size()];
        long[] bytes = new long[boundaries.size()];
        state.forEachLive(add -> {
            int found = java.util.Collections.binarySearch(boundaries, Math.max(0, add.sizeBytes()));
            int bin = found >= 0 ? found : -found - 2;
            counts[bin]++;
            bytes[bin] += add.sizeBytes();
        });
        for (int bin = 0; bin < counts.length; bin++) {
            if (counts[bin] != saidCounts.get(bin) || bytes[bin] != saidBytes.get(bin)) {
                detail("the histogram of file sizes has " + saidCounts.get(bin) + " files of " + boundaries.get(bin)
                        + " bytes and more, by the commits " + counts[bin]);
                return;
            }
        }
    }

    private void compareFiles() {
        Optional<JsonArray> said = checksum.allFiles();
        if (said.isEmpty()) {
            return;
        }
        TreeSet<String> found = new TreeSet<>();
        for (JsonValue value : said.get().items()) {
            if (value instanceof JsonObject file) {
                found.add(identity(
                        file.text("path").orElse(""),
                        file.number("size").orElse(0),
                        file.object("deletionVector")
                                .map(ChecksumCheck::vectorId)
                                .orElse("")));
            }
        }
        TreeSet<String> expected = new TreeSet<>();
        state.forEachLive(add -> expected.add(identityOf(add)));
        if (!expected.equals(found)) {
            detail("allFiles lists " + found.size() + " files, which are not the commits' " + expected.size());
        }
    }

    private static String identityOf(Add add) {
        return identity(add.path(), add.sizeBytes(), LiveState.vectorOf(add.deletionVector()));
    }

    private static String identity(String path, long sizeBytes, String vector) {
        String key;
        try {
            key = LiveState.keyOf(path);
        } catch (java.net.URISyntaxException malformed) {
            key = path;
        }
        return key + "\n" + sizeBytes + "\n" + vector;
    }

    private static String vectorId(JsonObject vector) {
        String id = vector.text("storageType").orElse("")
                + vector.text("pathOrInlineDv").orElse("");
        OptionalLong offset = vector.number("offset");
        return offset.isPresent() ? id + '@' + offset.getAsLong() : id;
    }

    private void detail(String field, OptionalLong said, long found) {
        if (said.isPresent() && said.getAsLong() != found) {
            detail(field + " is " + said.getAsLong() + " in the checksum and " + found + " by the commits");
        }
    }

    private void detail(String summary) {
        findings.add(VerifyRule.CHECKSUM_DETAIL, at.path(), summary, at);
    }

    private static List<Long> longs(JsonArray array) {
        List<Long> longs = new ArrayList<>();
        for (JsonValue item : array.items()) {
            longs.add(item instanceof JsonNumber number ? number.asLong().orElse(-1) : -1L);
        }
        return longs;
    }
}
