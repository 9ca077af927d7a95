package dev.tidemark.delta.verify;

import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import dev.tidemark.delta.TableFeature;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.FileDetail;
import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.LineFault;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.action.UnknownAction;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonParser;
import org.jspecify.annotations.Nullable;

/** One commit held against the protocol and applied to the state before it. */
final class CommitCheck implements ActionSink {
    private final long version;
    private final Location file;
    private final LiveState state;
    private final Findings findings;

    /** Keys of this commit's file actions, with the deletion vector, and whether it was an add. */
    private final Map<String, String> seen = new HashMap<>();

    private final Map<String, Long> vectorAdds = new HashMap<>();
    private final List<String> transactionsSeen = new ArrayList<>();
    private int metadataCount;
    private int protocolCount;
    private long actionCount;
    private boolean isReadable = true;
    private boolean commitInfoIsFirst;
    private @Nullable CommitInfo commitInfo;

    CommitCheck(long version, Location file, LiveState state, Findings findings) {
        this.version = version;
        this.file = file;
        this.state = state;
        this.findings = findings;
    }

    boolean isReadable() {
        return isReadable;
    }

    @Nullable
    CommitInfo commitInfo() {
        return commitInfo;
    }

    @Override
    public void accept(Action action, long line) {
        actionCount++;
        Location at = at(line);
        if (action instanceof Add add) {
            add(add, at);
        } else if (action instanceof Remove remove) {
            remove(remove, at);
        } else if (action instanceof Metadata metadata) {
            if (++metadataCount == 2) {
                findings.add(
                        VerifyRule.METADATA_TWICE, subject(), "version " + version + " has two metaData actions", at);
            }
            state.metadata = metadata;
        } else if (action instanceof Protocol protocol) {
            protocol(protocol, at);
        } else if (action instanceof SetTransaction transaction) {
            transaction(transaction, at);
        } else if (action instanceof DomainMetadata domain) {
            domain(domain, at);
        } else if (action instanceof CommitInfo info && commitInfo == null) {
            commitInfo = info;
            commitInfoIsFirst = actionCount == 1;
        } else if (action instanceof UnknownAction unknown) {
            findings.add(
                    VerifyRule.LINE_IRREGULAR, subject(), "no reader knows the action " + quoted(unknown.name()), at);
        }
    }

    private void add(Add add, Location at) {
        String key = keyOf(add.path(), at);
        if (key == null) {
            return;
        }
        String vector = LiveState.vectorOf(add.deletionVector());
        String before = seen.put(key + "\n" + vector, "add");
        Add known = state.add(key, slim(add));
        if ("add".equals(before)) {
            findings.add(VerifyRule.ADD_TWICE, subject(), add.path() + " is added twice in version " + version, at);
        } else if ("remove".equals(before)) {
            findings.add(
                    VerifyRule.ADD_AND_REMOVE,
                    subject(),
                    add.path() + " is removed and added in version " + version,
                    at);
        } else if (known != null) {
            boolean differs = known.sizeBytes() != add.sizeBytes();
            findings.add(
                    VerifyRule.ADD_AGAIN,
                    differs ? VerifyRule.Weight.WARNING : VerifyRule.Weight.INFO,
                    subject(),
                    add.path() + " was live already"
                            + (differs ? ", with " + known.sizeBytes() + " bytes, now " + add.sizeBytes() : ""),
                    at);
        }
        if (add.deletionVector() != null) {
            if (!ProtocolCheck.has(state.protocol, TableFeature.DELETION_VECTORS) && protocolCount == 0) {
                featureNotListed(TableFeature.DELETION_VECTORS, "a file with a deletion vector", at);
            }
            checkCardinality(add, at, findings);
        }
        if (state.countOf(key) > 1) {
            vectorAdds.put(key, (long) at.line());
        }
    }

    private void remove(Remove remove, Location at) {
        String key = keyOf(remove.path(), at);
        if (key == null) {
            return;
        }
        String vector = LiveState.vectorOf(remove.deletionVector());
        String before = seen.put(key + "\n" + vector, "remove");
        Add known = state.remove(key, remove);
        if ("add".equals(before)) {
            findings.add(
                    VerifyRule.ADD_AND_REMOVE,
                    subject(),
                    remove.path() + " is added and removed in version " + version,
                    at);
        } else if (known == null) {
            findings.add(VerifyRule.REMOVE_UNKNOWN, subject(), remove.path() + " is removed and was not live", at);
        }
    }

    private void protocol(Protocol protocol, Location at) {
        if (++protocolCount == 2) {
            findings.add(VerifyRule.PROTOCOL_TWICE, subject(), "version " + version + " has two protocol actions", at);
        }
        checkProtocol(protocol, subject(), at, findings);
        Protocol before = state.protocol;
        if (before != null
                && (before.minReaderVersion() > protocol.minReaderVersion()
                        || before.minWriterVersion() > protocol.minWriterVersion())) {
            findings.add(
                    VerifyRule.PROTOCOL_LOWERED,
                    subject(),
                    "the protocol goes from " + versions(before) + " to " + versions(protocol),
                    at);
        }
        state.protocol = protocol;
    }

    static void checkProtocol(Protocol protocol, String subject, Location at, Findings findings) {
        for (String rule : ProtocolCheck.illegalities(protocol)) {
            findings.add(VerifyRule.PROTOCOL_ILLEGAL, subject, rule, at);
        }
        for (String feature : ProtocolCheck.incompleteFeatures(protocol)) {
            findings.add(VerifyRule.PROTOCOL_ILLEGAL, VerifyRule.Weight.WARNING, subject, feature, at);
        }
        for (String feature : ProtocolCheck.unknownReaderFeatures(protocol)) {
            findings.add(VerifyRule.FEATURE_UNKNOWN, subject, "no reader is known to have the feature " + feature, at);
        }
        if (ProtocolCheck.has(protocol, TableFeature.CATALOG_MANAGED)) {
            findings.add(VerifyRule.CATALOG_MANAGED, subject, "the table is managed by a catalog", at);
        }
    }

    private static String versions(Protocol protocol) {
        return "reader " + protocol.minReaderVersion() + ", writer " + protocol.minWriterVersion();
    }

    private void transaction(SetTransaction transaction, Location at) {
        SetTransaction before = state.transactions.put(transaction.appId(), transaction);
        if (transactionsSeen.contains(transaction.appId())) {
            findings.add(
                    VerifyRule.TRANSACTION_BACK,
                    subject(),
                    "the application " + transaction.appId() + " writes two transactions in version " + version,
                    at);
        } else if (before != null && before.version() > transaction.version()) {
            findings.add(
                    VerifyRule.TRANSACTION_BACK,
                    subject(),
                    "the transaction of " + transaction.appId() + " goes from " + before.version() + " to "
                            + transaction.version(),
                    at);
        }
        transactionsSeen.add(transaction.appId());
    }

    private void domain(DomainMetadata domain, Location at) {
        if (!ProtocolCheck.has(state.protocol, TableFeature.DOMAIN_METADATA) && protocolCount == 0) {
            featureNotListed(TableFeature.DOMAIN_METADATA, "domain metadata", at);
        }
        if (domain.removed()) {
            state.domains.remove(domain.domain());
        } else {
            state.domains.put(domain.domain(), domain);
        }
    }

    private void featureNotListed(TableFeature feature, String what, Location at) {
        findings.add(
                VerifyRule.FEATURE_NOT_LISTED,
                subject(),
                what + " is written and the protocol does not list " + feature.spelling(),
                at);
    }

    @Override
    public void irregular(Irregularity irregularity, long line) {
        String where = irregularity.action().isEmpty()
                ? ""
                : " in " + irregularity.action() + (irregularity.field().isEmpty() ? "" : "." + irregularity.field());
        String what = switch (irregularity.kind()) {
            case MISSING_FIELD -> "a required field is missing";
            case WRONG_TYPE -> "a value has the wrong type";
            case NOT_TEXT -> "something else stands where text is wanted";
            case SEVERAL_ACTIONS -> "a line holds more than one action";
            case TEXT_BEHIND -> "something stands behind the line's JSON";
            case BLANK_LINE -> "a line is blank";
            case BYTE_ORDER_MARK -> "a byte order mark stands before the JSON";
            case ARRAY_LINE -> "a line is an array";
            case LIBERAL_JSON -> "a line is JSON only to Spark, which takes single quotes and NaN";
            case NOT_UTF8 -> "some bytes are no UTF-8";
        };
        findings.add(VerifyRule.LINE_IRREGULAR, subject(), what + where, at(line));
    }

    @Override
    public void damaged(LineFault fault, Damage damage, long line) {
        isReadable = false;
        findings.add(
                VerifyRule.LINE_UNREADABLE,
                subject(),
                "expected " + damage.expected() + ", found " + damage.found(),
                damage.at());
    }

    /** What can be told only when the whole commit is known. */
    void finish(@Nullable Long previousTimestampMs) {
        vectorAdds.forEach((key, line) -> {
            if (state.countOf(key) > 1) {
                findings.add(
                        VerifyRule.PATH_TWICE,
                        subject(),
                        key + " is live " + state.countOf(key) + " times, with different deletion vectors",
                        at(line));
            }
        });
        if (isTimestamped()) {
            finishTimestamp(previousTimestampMs);
        }
    }

    boolean isTimestamped() {
        Metadata metadata = state.metadata;
        if (metadata == null
                || !metadata.property("delta.enableInCommitTimestamps")
                        .filter("true"::equalsIgnoreCase)
                        .isPresent()) {
            return false;
        }
        String from =
                metadata.property("delta.inCommitTimestampEnablementVersion").orElse("0");
        return !from.matches("\\d{1,18}") || Long.parseLong(from) <= version;
    }

    OptionalLong inCommitTimestampMs() {
        return commitInfo == null ? OptionalLong.empty() : commitInfo.inCommitTimestampMs();
    }

    private void finishTimestamp(@Nullable Long previousMs) {
        OptionalLong timestampMs = inCommitTimestampMs();
        if (timestampMs.isEmpty()) {
            String what = commitInfo == null ? "no commitInfo" : "a commitInfo without inCommitTimestamp";
            findings.add(
                    VerifyRule.TIMESTAMP_MISSING,
                    subject(),
                    "version " + version + " has " + what + " and in-commit timestamps are on",
                    file);
        } else if (!commitInfoIsFirst) {
            findings.add(
                    VerifyRule.TIMESTAMP_MISSING,
                    VerifyRule.Weight.WARNING,
                    subject(),
                    "commitInfo is not the first action and in-commit timestamps are on",
                    file);
        }
        if (timestampMs.isPresent() && previousMs != null && timestampMs.getAsLong() <= previousMs) {
            findings.add(
                    VerifyRule.TIMESTAMP_BACK,
                    subject(),
                    "the in-commit timestamp goes from " + previousMs + " to " + timestampMs.getAsLong(),
                    file);
        }
        if (!ProtocolCheck.has(state.protocol, TableFeature.IN_COMMIT_TIMESTAMP)) {
            featureNotListed(TableFeature.IN_COMMIT_TIMESTAMP, "an in-commit timestamp", file);
        }
    }

    private @Nullable String keyOf(String path, Location at) {
        try {
            return LiveState.keyOf(path);
        } catch (URISyntaxException malformed) {
            findings.add(VerifyRule.PATH_MALFORMED, subject(), "a path is no URI: " + malformed.getMessage(), at);
            return null;
        }
    }

    /** Cardinality against the file's own row count. */
    static void checkCardinality(Add add, Location at, Findings findings) {
        var vector = add.deletionVector();
        if (vector == null) {
            return;
        }
        OptionalLong rows = OptionalLong.empty();
        String stats = add.detail().stats();
        if (stats != null) {
            rows = JsonParser.parseObject(at, stats)
                    .value()
                    .map(object -> object.number("numRecords"))
                    .orElse(OptionalLong.empty());
        }
        if (rows.isEmpty()) {
            findings.add(
                    VerifyRule.VECTOR_WITHOUT_COUNT,
                    at.path(),
                    add.path() + " has a deletion vector and no numRecords",
                    at);
        } else if (vector.cardinality() > rows.getAsLong()) {
            findings.add(
                    VerifyRule.VECTOR_BEYOND,
                    at.path(),
                    add.path() + " has " + rows.getAsLong() + " rows and " + vector.cardinality()
                            + " of them are deleted",
                    at);
        }
    }

    /** What comparisons need; statistics would fill the memory. */
    static Add slim(Add add) {
        return add.detail().equals(FileDetail.NONE)
                ? add
                : new Add(
                        add.path(),
                        add.partitionValues(),
                        add.sizeBytes(),
                        add.modificationTimeMs(),
                        add.dataChange(),
                        add.deletionVector(),
                        FileDetail.NONE);
    }

    private String subject() {
        return file.path();
    }

    private Location at(long line) {
        return file.atLine((int) Math.min(line, Integer.MAX_VALUE));
    }

    private static String quoted(String text) {
        return '"' + (text.length() > 60 ? text.substring(0, 60) + "..." : text) + '"';
    }
}
