package dev.tidemark.diagnosis.rules;

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
        for (Map.Entry<Long, Parsed<OffsetEntry>> entry :
                survey.offsets().entries().entrySet()) {
            Optional<OffsetEntry> now = entry.getValue().value();
            Optional<OffsetEntry> before = survey.offsets().value(entry.getKey() - 1);
            if (now.isEmpty()
                    || before.isEmpty()
                    || now.get().version() != before.get().version()) {
                continue;
            }
            for (SourceLine line : now.get().sources()) {
                Optional<Position> earlier =
                        before.get().source(line.sourceId()).flatMap(SourcePairs::position);
                Optional<Position> later = position(line);
                if (earlier.isPresent() && later.isPresent()) {
                    each.accept(earlier.get(), later.get());
                }
            }
        }
    }

    private static Optional<Position> position(SourceLine line) {
        return line.isVoid()
                ? Optional.empty()
                : SourceOffsetParser.parse(line.at(), line.text()).value().map(offset -> new Position(line, offset));
    }
}
