package dev.tidemark.delta.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.TableFeature;
import dev.tidemark.delta.action.Protocol;
import org.jspecify.annotations.Nullable;

/** A protocol against the rules for protocols (Delta: protocol, "Table Features"). */
final class ProtocolCheck {
    private static final int FEATURE_READER = 3;
    private static final int FEATURE_WRITER = 7;

    private ProtocolCheck() {}

    /** Every rule that a protocol breaks, in words. */
    static List<String> illegalities(Protocol protocol) {
        List<String> found = new ArrayList<>();
        int reader = protocol.minReaderVersion();
        int writer = protocol.minWriterVersion();
        if (!DeltaBehaviour.READER_VERSIONS.contains(reader)) {
            found.add("reader version " + reader + " does not exist");
        }
        if (!DeltaBehaviour.WRITER_VERSIONS.contains(writer)) {
            found.add("writer version " + writer + " does not exist");
        }
        List<String> readers = protocol.readerFeatures();
        List<String> writers = protocol.writerFeatures();
        addIf(found, reader == FEATURE_READER && readers == null, "reader version 3 without readerFeatures");
        addIf(found, reader < FEATURE_READER && readers != null, "readerFeatures with reader version " + reader);
        addIf(found, writer == FEATURE_WRITER && writers == null, "writer version 7 without writerFeatures");
        addIf(found, writer < FEATURE_WRITER && writers != null, "writerFeatures with writer version " + writer);
        addIf(
                found,
                reader == FEATURE_READER && writer < FEATURE_WRITER,
                "reader version 3 with writer version " + writer);
        if (readers != null && writers != null) {
            for (String feature : readers) {
                addIf(found, !writers.contains(feature), "reader feature " + feature + " is no writer feature");
            }
            for (String feature : writers) {
                boolean bindsReaders = TableFeature.of(feature)
                        .filter(TableFeature::bindsReaders)
                        .isPresent();
                addIf(
                        found,
                        bindsReaders && reader == FEATURE_READER && !readers.contains(feature),
                        "feature " + feature + " is not among the reader features");
            }
        }
        return found;
    }

    /** Features that are listed without one that they need. */
    static List<String> incompleteFeatures(Protocol protocol) {
        List<String> found = new ArrayList<>();
        List<String> writers = protocol.writerFeatures() == null ? List.of() : protocol.writerFeatures();
        for (String feature : writers) {
            TableFeature.of(feature)
                    .ifPresent(known -> known.requires()
                            .forEach(needed -> addIf(
                                    found,
                                    !has(protocol, needed),
                                    "feature " + feature + " without " + needed.spelling())));
        }
        return found;
    }

    /** Reader features that no released reader knows. */
    static List<String> unknownReaderFeatures(Protocol protocol) {
        List<String> features = protocol.readerFeatures() == null ? List.of() : protocol.readerFeatures();
        return features.stream()
                .filter(feature -> TableFeature.of(feature).isEmpty())
                .toList();
    }

    /** Whether a protocol lists a feature, or a table of it may always use it. */
    static boolean has(@Nullable Protocol protocol, TableFeature feature) {
        if (protocol == null) {
            return false;
        }
        if (feature == TableFeature.COLUMN_MAPPING && protocol.minReaderVersion() == 2) {
            return true;
        }
        List<String> features = protocol.writerFeatures() == null ? List.of() : protocol.writerFeatures();
        return features.stream().anyMatch(listed -> TableFeature.of(listed).equals(Optional.of(feature)));
    }

    private static void addIf(List<String> found, boolean isBroken, String rule) {
        if (isBroken) {
            found.add(rule);
        }
    }
}
