package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;

/** Each source's offset in two neighbouring batches, where both were read. */
final class SourcePairs {
    /** A line and the position it holds. */
    record Position(SourceLine line, SourceOffset offset) {}

    private SourcePairs() {}

    /** Hands over each pair, the earlier first. */
    static void forEach(CheckpointSurvey survey, BiConsumer<Position, Position> each) {
        Read before = null;
        for (Map.Entry<Long, Parsed<OffsetEntry>> entry :
                survey.offsets().entries().entrySet()) {
            OffsetEntry found = entry.getValue().value().orElse(null);
            Read now = found == null ? null : Read.of(entry.getKey(), found);
            if (now != null && before != null && now.isBehind(before)) {
                for (Position later : now.positions()) {
                    before.of(later.line().sourceId()).ifPresent(earlier -> each.accept(earlier, later));
                }
            }
            before = now;
        }
    }

    /** An entry, each of whose offsets was parsed once. */
    private record Read(long batchId, int version, List<Position> positions) {
        static Read of(long batchId, OffsetEntry entry) {
            List<Position> positions = new ArrayList<>();
            for (SourceLine line : entry.sources()) {
                if (!line.isVoid()) {
                    SourceOffsetParser.parse(line.at(), line.text())
                            .value()
                            .ifPresent(offset -> positions.add(new Position(line, offset)));
                }
            }
            return new Read(batchId, entry.version(), positions);
        }

        boolean isBehind(Read before) {
            return batchId == before.batchId() + 1 && version == before.version();
        }

        Optional<Position> of(String sourceId) {
            return positions.stream()
                    .filter(position -> position.line().sourceId().equals(sourceId))
                    .findFirst();
        }
    }
}
