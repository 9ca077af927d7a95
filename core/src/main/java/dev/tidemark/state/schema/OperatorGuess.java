package dev.tidemark.state.schema;

import java.util.List;
import java.util.Optional;

import dev.tidemark.format.type.StructSchema;

/** What an operator without metadata (before Spark 4.0) must be, told from what its stores hold. */
final class OperatorGuess {
    private static final String SESSION_START = "sessionStartTime";

    private OperatorGuess() {}

    static Optional<String> of(List<StoreSchema> stores) {
        if (stores.stream().anyMatch(store -> JoinStores.isOne(store.storeName()))) {
            return Optional.of(OperatorName.JOIN);
        }
        return stores.stream()
                .flatMap(store -> store.families().stream())
                .findFirst()
                .flatMap(OperatorGuess::of);
    }

    /** The leading key columns a session window's store keeps apart; 0 for every other store. */
    static int sessionPrefixColumns(StructSchema key) {
        return key.size() > 1 && key.field(key.size() - 1).name().equals(SESSION_START) ? key.size() - 1 : 0;
    }

    private static Optional<String> of(ColumnFamilySchema family) {
        StructSchema key = family.key();
        StructSchema value = family.value();
        String firstValue = value.size() == 0 ? "" : value.field(0).name();
        if (sessionPrefixColumns(key) > 0) {
            return Optional.of(OperatorName.SESSION_WINDOW);
        } else if (firstValue.equals("__dummy__")) {
            return Optional.of(OperatorName.DEDUPLICATION);
        } else if (firstValue.equals("expiresAtMicros")) {
            return Optional.of(OperatorName.DEDUPLICATION_WITHIN_WATERMARK);
        } else if (firstValue.equals("groupState")) {
            return Optional.of(OperatorName.MAP_GROUPS);
        } else if (value.size() > 0 && value.field(value.size() - 1).name().equals("timeoutTimestamp")) {
            return Optional.of(OperatorName.MAP_GROUPS);
        } else if (key.size() == 1
                && key.field(0).name().equals("key")
                && firstValue.equals("value")
                && value.size() == 1) {
            return Optional.of(OperatorName.GLOBAL_LIMIT);
        }
        return Optional.empty();
    }
}
