package dev.tidemark.view.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonBytes;
import dev.tidemark.state.operator.RowShape;
import dev.tidemark.state.operator.StateReading;

/** Rows as one JSON document: the header every document has, {@code rows} a row a line, then {@code damages}. */
public final class RowsDocument {
    private static final int SCHEMA = 1;

    private final String command;
    private final String productVersion;
    private final StateRowJson json;

    public RowsDocument(String command, String productVersion, RowShape shape) {
        this.command = command;
        this.productVersion = productVersion;
        this.json = StateRowJson.of(shape);
    }

    /** Writes the document, rows as they come; returns what was wrong. */
    public List<Damage> write(
            StateReading reading, RowPipeline.PartitionReader reader, RowPipeline pipeline, RowPipeline.ChunkSink sink)
            throws IOException {
        JsonBytes head = new JsonBytes(256);
        head.raw('{').name(JsonBytes.encodedName("tidemark")).raw('{');
        head.name(JsonBytes.encodedName("schema")).number(SCHEMA);
        head.name(JsonBytes.encodedName("command")).text(command);
        head.name(JsonBytes.encodedName("version")).text(productVersion);
        head.raw('}').raw(',').raw('\n');
        head.ascii("\"rows\":[");
        sink.write(head.array(), head.length());
        List<Damage> damages = new ArrayList<>();
        boolean[] isFirst = {true};
        damages.addAll(pipeline.run(
                reading.partitions(),
                reader,
                (to, row) -> {
                    to.raw(',').raw('\n');
                    json.write(to, row);
                },
                (bytes, length) -> {
                    // The comma before the very first row is one too many.
                    int from = isFirst[0] && length > 0 ? 1 : 0;
                    isFirst[0] &= length == 0;
                    sink.write(java.util.Arrays.copyOfRange(bytes, from, length), length - from);
                }));
        JsonBytes tail = new JsonBytes(256);
        tail.raw(']').raw(',').raw('\n').ascii("\"damages\":[");
        damages.forEach(damage -> damage(tail, damage));
        tail.raw(']').raw('}').raw('\n');
        sink.write(tail.array(), tail.length());
        return damages;
    }

    private static void damage(JsonBytes to, Damage damage) {
        to.item().raw('{');
        to.name(JsonBytes.encodedName("path")).text(damage.at().path());
        if (damage.at().byteOffset() != Location.NO_BYTE) {
            to.name(JsonBytes.encodedName("byteOffset")).number(damage.at().byteOffset());
        }
        to.name(JsonBytes.encodedName("kind")).text(damage.kind().name().toLowerCase(java.util.Locale.ROOT));
        to.name(JsonBytes.encodedName("expected")).text(damage.expected());
        to.name(JsonBytes.encodedName("found")).text(damage.found());
        to.raw('}');
    }
}
