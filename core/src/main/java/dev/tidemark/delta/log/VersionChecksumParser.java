package dev.tidemark.delta.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.ActionTree;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a {@code .crc} to {@link VersionChecksum}; only the first line counts.
 *
 * <p>Authority: Delta 4.2: {@code VersionChecksum}, {@code readChecksum}.
 */
public final class VersionChecksumParser {
    private static final List<String> WHOLES = List.of(
            "tableSizeBytes",
            "numFiles",
            "numDeletedRecordsOpt",
            "numDeletionVectorsOpt",
            "numMetadata",
            "numProtocol",
            "inCommitTimestampOpt");

    private VersionChecksumParser() {}

    /** Reads a checksum. */
    public static Parsed<VersionChecksum> parse(Location at, byte[] bytes) {
        String line =
                new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("");
        Parsed<JsonObject> json = JsonParser.parseObject(at, line);
        return json.value().isEmpty()
                ? Parsed.damaged(json.damage().orElseThrow())
                : Parsed.intact(checksum(json.value().get()));
    }

    private static VersionChecksum checksum(JsonObject fields) {
        Collector found = new Collector();
        for (String whole : WHOLES) {
            JsonValue value = fields.find(whole).orElse(JsonNull.NULL);
            boolean isWhole =
                    value instanceof JsonNumber number && number.asLong().isPresent();
            if (value != JsonNull.NULL && !isWhole) {
                found.irregular(new Irregularity(Irregularity.Kind.WRONG_TYPE, "crc", whole), 1);
            }
        }
        for (String list : List.of("setTransactions", "domainMetadata", "allFiles")) {
            JsonValue value = fields.find(list).orElse(JsonNull.NULL);
            if (value != JsonNull.NULL && !(value instanceof JsonArray)) {
                found.irregular(new Irregularity(Irregularity.Kind.WRONG_TYPE, "crc", list), 1);
            }
        }
        Protocol protocol = found.one("protocol", fields.find("protocol"), Protocol.class);
        Metadata metadata = found.one("metaData", fields.find("metadata"), Metadata.class);
        List<SetTransaction> transactions = found.all("txn", fields.array("setTransactions"), SetTransaction.class);
        List<DomainMetadata> domains =
                found.all("domainMetadata", fields.array("domainMetadata"), DomainMetadata.class);
        return new VersionChecksum(fields, protocol, metadata, transactions, domains, found.irregularities);
    }

    private static final class Collector implements ActionSink {
        private final List<Irregularity> irregularities = new ArrayList<>();
        private final List<Action> actions = new ArrayList<>();

        @Override
        public void accept(Action action, long line) {
            actions.add(action);
        }

        @Override
        public void irregular(Irregularity irregularity, long line) {
            irregularities.add(irregularity);
        }

        <A extends Action> @Nullable A one(String name, Optional<JsonValue> value, Class<A> kind) {
            actions.clear();
            value.ifPresent(action ->
                    ActionTree.read(JsonObject.builder().put(name, action).build(), ActionDetail.SUMMARY, 1, this));
            return actions.isEmpty() ? null : kind.cast(actions.get(0));
        }

        <A extends Action> @Nullable List<A> all(String name, Optional<JsonArray> array, Class<A> kind) {
            if (array.isEmpty()) {
                return null;
            }
            List<A> all = new ArrayList<>();
            for (JsonValue item : array.get().items()) {
                A action = one(name, Optional.of(item), kind);
                if (action != null) {
                    all.add(action);
                }
            }
            return all;
        }
    }
}
