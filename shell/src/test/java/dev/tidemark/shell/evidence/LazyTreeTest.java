package dev.tidemark.shell.evidence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.RecordingStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.view.PlaceKind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Opening is immediate, whatever the size: things are read when they are looked at, and no more than looked at. */
class LazyTreeTest {
    private final Tree tree = new Tree();

    @Test
    void opensACheckpointOfAHundredThousandBatchesWithoutListingThem() throws IOException {
        CountingStorage storage = batches();
        PlaceKind kind = PlaceKind.of(storage);
        tree.add(new Place(TreePath.of("checkpoint"), "/lake/huge", kind, storage));
        tree.find(TreePath.ROOT).orElseThrow();

        assertThat(kind).isEqualTo(PlaceKind.CHECKPOINT);
        assertThat(storage.listed()).as("names listed").isZero();
        assertThat(storage.opened()).as("files opened").isZero();
    }

    @Test
    void readsTheOneBatchThatIsLookedAt() throws IOException {
        CountingStorage storage = batches();
        tree.add(new Place(TreePath.of("checkpoint"), "/lake/huge", PlaceKind.CHECKPOINT, storage));

        Report decoded =
                tree.require(TreePath.of("checkpoint", "offsets", "41")).decoded(10);

        assertThat(decoded.outcome()).isEqualTo(Outcome.FINE);
        assertThat(storage.listed()).as("names listed").isZero();
        assertThat(storage.opened()).as("files opened").isEqualTo(1);
    }

    @Test
    void outlinesAHundredThousandBatchesAndKeepsAHandful() throws IOException {
        tree.add(new Place(TreePath.of("checkpoint"), "/lake/huge", PlaceKind.CHECKPOINT, batches()));

        Listing listing = Listing.outline(tree.require(TreePath.of("checkpoint", "offsets")), 40, node -> true);

        Listing.Names names = listing.names().get(0);
        assertThat(listing.isWhole()).isTrue();
        assertThat(names.count()).isEqualTo(100_000);
        assertThat(names.first()).extracting(Node::name).containsExactly("0", "1", "2", "3", "4");
        assertThat(names.last()).hasSize(35);
        assertThat(names.last()).extracting(Node::name).endsWith("99998", "99999");
        assertThat(names.leftOut()).isEqualTo(99_960);
    }

    @Test
    void opensATableOfAMillionFilesWithoutListingThem() throws IOException {
        CountingStorage storage = table();
        PlaceKind kind = PlaceKind.of(storage);
        tree.add(new Place(TreePath.of("table", "huge"), "/lake/huge", kind, storage));

        Node version = tree.require(TreePath.of("table", "huge", "v0"));
        version.decoded(10);

        assertThat(kind).isEqualTo(PlaceKind.DELTA_TABLE);
        assertThat(storage.listed()).as("names listed").isZero();
    }

    @Test
    void endsTheOutlineOfADirectoryThatIsTooLongToCount() throws IOException {
        CountingStorage storage = table();
        tree.add(new Place(TreePath.of("table", "huge"), "/lake/huge", PlaceKind.DELTA_TABLE, storage));

        Listing listing = Listing.outline(tree.require(TreePath.of("table", "huge")), 40, node -> true);

        assertThat(listing.isWhole()).isFalse();
        assertThat(storage.listed()).isLessThanOrEqualTo(Listing.MOST_LOOKED_AT);
    }

    @Test
    void closesWhatItOpens() throws IOException {
        RecordingStorage storage = RecordingStorage.over(new MemoryStorage()
                .with("metadata", "{\"id\":\"03f8aa5b-dc42-420b-87d5-94d7d22c2c83\"}")
                .with("offsets/0", "v1\n{}\n-")
                .with("commits/0", "v1\n{}")
                .with("notes.txt", "x"));
        tree.add(new Place(TreePath.of("checkpoint"), "/lake/ckpt", PlaceKind.CHECKPOINT, storage));
        List<String> decoded = new ArrayList<>();
        walk(TreePath.of("checkpoint"), decoded);

        assertThat(decoded)
                .contains(
                        "/checkpoint/metadata",
                        "/checkpoint/offsets/0",
                        "/checkpoint/commits/0",
                        "/checkpoint/notes.txt");
        assertThat(storage.stillOpen()).isZero();
    }

    private void walk(TreePath path, List<String> decoded) throws IOException {
        Node node = tree.require(path);
        node.decoded(10);
        decoded.add(path.toString());
        List<String> names = new ArrayList<>();
        node.forEachChild(child -> names.add(child.name()));
        for (String name : names) {
            walk(path.child(name), decoded);
        }
    }

    private static CountingStorage batches() {
        return new CountingStorage(
                new MemoryStorage().with("metadata", "{}"), new StoragePath("offsets"), 100_000, Long::toString);
    }

    private static CountingStorage table() {
        MemoryStorage log = new MemoryStorage()
                .with("_delta_log/00000000000000000000.json", "{\"commitInfo\":{\"operation\":\"WRITE\"}}\n");
        return new CountingStorage(log, StoragePath.ROOT, 1_000_000, i -> "part-" + i + ".parquet");
    }
}
