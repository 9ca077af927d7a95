package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.OptionalLong;

import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.source.NewestTime;
import org.jspecify.annotations.Nullable;

/**
 * Rows and event times of files as the statistics in the log tell them, else as the data files do when they may be read.
 */
final class LoggedFacts {
    private final TableReadings table;
    private final DeltaSources.DataFiles data;
    private final @Nullable EventTimeColumn column;

    /** @param column the watermarked column; null when there is none, or none that the table holds */
    LoggedFacts(TableReadings table, DeltaSources.DataFiles data, @Nullable EventTimeColumn column) {
        this.table = table;
        this.data = data;
        this.column = column;
    }

    /** What files must tell of themselves, that nothing need be looked up for them. */
    ActionDetail wantedDetail() {
        return column == null ? ActionDetail.COUNTED : ActionDetail.EVERYTHING;
    }

    /** The rows of a file, before deletion vectors apply; empty when neither statistics nor data tell. */
    OptionalLong rows(FileAction file) throws IOException {
        OptionalLong own = file instanceof Add add ? TableReadings.recordsOf(add) : OptionalLong.empty();
        if (own.isPresent()) {
            return own;
        }
        OptionalLong read = data.rows(file.path());
        if (read.isPresent()) {
            return read;
        }
        TableReadings.Known known = table.known(file.path(), column);
        return known == null || known.rows() == null ? OptionalLong.empty() : OptionalLong.of(known.rows());
    }

    /** The newest time in the watermarked column of a file that is read whole. */
    NewestTime newest(FileAction file) throws IOException {
        if (column == null) {
            return NewestTime.UNKNOWN;
        }
        DeletionVectorDescriptor vector = file instanceof Add add ? add.deletionVector() : null;
        EventTimeColumn.Times own = file instanceof Add add ? column.of(add) : EventTimeColumn.Times.UNKNOWN;
        NewestTime told = vector == null || own.isTight() ? own.newest() : own.behindVector();
        if (told.isKnown()) {
            return told;
        }
        if (!column.isPartition()) {
            NewestTime read = data.newest(file.path(), column.physicalName(), vector);
            if (read.isKnown()) {
                return read;
            }
        }
        TableReadings.Known known = told.equals(NewestTime.UNKNOWN) ? table.known(file.path(), column) : null;
        if (known == null) {
            return told;
        }
        return vector == null ? known.newest().newest() : known.newest().behindVector();
    }
}
