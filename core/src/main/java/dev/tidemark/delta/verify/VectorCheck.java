package dev.tidemark.delta.verify;

import java.io.FileNotFoundException;
import java.io.IOException;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.vector.RowSet;
import dev.tidemark.delta.vector.VectorPlace;
import dev.tidemark.delta.vector.VectorReader;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Storage;

/** The deletion vectors of live files: there, whole, and as large as the log says. */
final class VectorCheck {
    private final Storage table;
    private final Findings findings;

    VectorCheck(Storage table, Findings findings) {
        this.table = table;
        this.findings = findings;
    }

    void check(Add add, DeletionVectorDescriptor vector) throws IOException {
        VectorPlace place = VectorPlace.of(vector);
        if (place instanceof VectorPlace.Inline) {
            compare(add, vector, VectorReader.readInline(Location.of(add.path()), vector));
        } else if (place instanceof VectorPlace.InTable file) {
            readFile(add, vector, file);
        } else if (place instanceof VectorPlace.Elsewhere) {
            findings.notChecked("deletion vectors that are named by a whole path: they may lie outside the table");
        } else if (place instanceof VectorPlace.Nowhere nowhere) {
            findings.add(
                    VerifyRule.VECTOR_MALFORMED,
                    add.path(),
                    "the deletion vector of " + add.path() + " is nowhere: " + nowhere.reason());
        }
    }

    private void readFile(Add add, DeletionVectorDescriptor vector, VectorPlace.InTable place) throws IOException {
        Location at = Location.of(place.file().value());
        try {
            compare(add, vector, VectorReader.read(table, place.file(), vector));
        } catch (FileNotFoundException absent) {
            findings.add(
                    VerifyRule.VECTOR_MISSING,
                    place.file().value(),
                    "the deletion vector of " + add.path() + " is missing",
                    at);
        }
    }

    private void compare(Add add, DeletionVectorDescriptor vector, Parsed<RowSet> rows) {
        findings.countChecked("deletionVectors");
        if (rows.damage().isPresent()) {
            Damage damage = rows.damage().get();
            findings.add(
                    VerifyRule.VECTOR_DAMAGED,
                    damage.at().path(),
                    "the deletion vector of " + add.path() + ": expected " + damage.expected() + ", found "
                            + damage.found(),
                    damage.at());
            return;
        }
        long found = rows.value().orElseThrow().cardinality();
        if (found != vector.cardinality()) {
            findings.add(
                    VerifyRule.VECTOR_COUNT,
                    add.path(),
                    "the deletion vector of " + add.path() + " deletes " + found + " rows, the log says "
                            + vector.cardinality());
        }
    }
}
