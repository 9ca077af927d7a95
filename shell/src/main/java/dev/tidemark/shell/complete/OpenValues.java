package dev.tidemark.shell.complete;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.render.Printable;
import dev.tidemark.report.Report;
import dev.tidemark.shell.command.Session;
import dev.tidemark.shell.command.UsageException;
import dev.tidemark.shell.evidence.Place;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.PlaceKind;
import dev.tidemark.view.state.StateVersionView;

/** The numbers and names that what is open has. */
final class OpenValues {
    private static final int MOST = 50;
    private static final int ROWS_FOR_KEYS = 100;

    private final Session session;
    private final List<String> words;

    /**
     * Values for the next word.
     *
     * @param words those before it, which may name an operator
     */
    OpenValues(Session session, List<String> words) {
        this.session = session;
        this.words = words;
    }

    /** The newest batches, from either log. */
    List<Completion> batches() throws IOException {
        Optional<Place> checkpoint = checkpoint();
        if (checkpoint.isEmpty()) {
            return List.of();
        }
        BatchIds offsets = checkpoint.get().checkpoint().offsets().list().batches();
        BatchIds commits = checkpoint.get().checkpoint().commits().list().batches();
        BatchIds all = offsets.with(commits);
        return all.stream()
                .skip(Math.max(0, all.size() - MOST))
                .mapToObj(id -> Completion.of(Long.toString(id), commits.contains(id) ? "" : "not committed"))
                .toList();
    }

    /** The newest versions of the table. */
    List<Completion> versions() throws IOException {
        Optional<Place> table = place(PlaceKind.DELTA_TABLE, "table");
        if (table.isEmpty()) {
            return List.of();
        }
        List<Long> versions = table.get().table().listing().ofKind(LogFileName.Commit.class).stream()
                .map(file -> ((LogFileName.Commit) file.name()).version())
                .toList();
        return versions.subList(Math.max(0, versions.size() - MOST), versions.size()).stream()
                .map(version -> Completion.of(Long.toString(version), ""))
                .toList();
    }

    List<Completion> operators() throws IOException {
        Optional<Place> checkpoint = checkpoint();
        if (checkpoint.isEmpty()) {
            return List.of();
        }
        List<Completion> operators = new ArrayList<>();
        for (int id : checkpoint.get().state().operatorIds()) {
            String name = operator(id).flatMap(StatefulOperator::name).orElse("");
            operators.add(Completion.of(Integer.toString(id), name));
        }
        return operators;
    }

    List<Completion> partitions() throws IOException {
        return operator(operatorId())
                .map(operator -> operator.partitions().stream()
                        .map(partition -> Completion.of(partition.toString(), ""))
                        .toList())
                .orElse(List.of());
    }

    List<Completion> stores() throws IOException {
        return operator(operatorId())
                .map(operator -> operator.stores().stream()
                        .map(store -> Completion.of(store.storeName(), ""))
                        .toList())
                .orElse(List.of());
    }

    /** Fields of the key, and behind {@code =} the values that the first rows have. */
    List<Completion> keys(String typed) throws IOException {
        Optional<StatefulOperator> operator = operator(operatorId());
        if (operator.isEmpty() || operator.get().stores().isEmpty()) {
            return List.of();
        }
        TreeSet<String> keys = new TreeSet<>();
        for (int partition : operator.get().partitions()) {
            StateStoreId store = new StateStoreId(
                    operatorId(), partition, operator.get().stores().get(0).storeName());
            for (JsonValue row : rows(store)) {
                if (row instanceof JsonObject object) {
                    object.object("key").ifPresent(key -> fields("", key, typed.contains("="), keys));
                }
            }
        }
        return keys.stream()
                .filter(key -> key.equals(Printable.of(key)))
                .limit(MOST)
                .map(key -> new Completion(key, "", typed.contains("=")))
                .toList();
    }

    private static void fields(String prefix, JsonObject key, boolean withValues, TreeSet<String> into) {
        for (JsonObject.Member member : key.members()) {
            String name = prefix + member.name();
            if (member.value() instanceof JsonObject struct) {
                fields(name + ".", struct, withValues, into);
            } else {
                String value = member.value() instanceof JsonText text
                        ? text.value()
                        : member.value().toString();
                into.add(name + "=" + (withValues ? value : ""));
            }
        }
    }

    private List<JsonValue> rows(StateStoreId store) throws IOException {
        Optional<Place> checkpoint = checkpoint();
        if (checkpoint.isEmpty()) {
            return List.of();
        }
        CheckpointState state = checkpoint.get().state();
        try {
            Report report = StateVersionView.of(
                    state, store, state.newestBatch() + 1, StateVersionView.Part.ROWS, ROWS_FOR_KEYS);
            return report.document().array("rows").map(JsonArray::items).orElse(List.of());
        } catch (NoSuchStateException none) {
            return List.of();
        }
    }

    private int operatorId() {
        int at = words.indexOf("--operator");
        boolean isNamed = at >= 0 && at + 1 < words.size() && words.get(at + 1).matches("\\d{1,9}");
        return isNamed ? Integer.parseInt(words.get(at + 1)) : 0;
    }

    private Optional<StatefulOperator> operator(int id) throws IOException {
        Optional<Place> checkpoint = checkpoint();
        if (checkpoint.isEmpty()) {
            return Optional.empty();
        }
        CheckpointState state = checkpoint.get().state();
        try {
            return Optional.of(state.operator(id, state.newestBatch()));
        } catch (NoSuchStateException none) {
            return Optional.empty();
        }
    }

    private Optional<Place> checkpoint() {
        return place(PlaceKind.CHECKPOINT, "checkpoint");
    }

    private Optional<Place> place(PlaceKind kind, String what) {
        try {
            return Optional.of(session.placeFor(kind::equals, what));
        } catch (UsageException noneOrMany) {
            return Optional.empty();
        }
    }
}
