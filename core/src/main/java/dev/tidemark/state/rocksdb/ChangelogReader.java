package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.codec.Codec;
import dev.tidemark.format.codec.DamagedStreamException;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;

/** Reads changelog files with the codec their bytes show; it is a damage when the offset log pins another. */
final class ChangelogReader {
    private final StateFileBytes files;
    private final Codec pinned;

    ChangelogReader(StateFileBytes files, StateConf conf) {
        this.files = files;
        pinned = Codec.named(conf.codec()).orElse(Codec.LZ4);
    }

    /**
     * What came of reading a changelog.
     *
     * @param changelog as far as it was readable
     * @param torn whether a damage ended the reading
     */
    record Outcome(Optional<Changelog> changelog, List<Damage> damages, boolean torn) {}

    Outcome read(StateFile file, ChangelogSink sink) throws IOException {
        Location at = Location.of(file.path().value());
        List<Damage> damages = new ArrayList<>();
        StateFileBytes.Outcome<Parsed<Changelog>> outcome =
                files.read(file, raw -> parsed(at, raw, damages, records -> ChangelogParser.parse(at, records, sink)));
        damages.addAll(outcome.damages());
        Optional<Damage> torn = outcome.value().flatMap(Parsed::damage);
        torn.ifPresent(damages::add);
        return new Outcome(
                outcome.value().flatMap(Parsed::value),
                damages,
                torn.isPresent() || outcome.value().isEmpty());
    }

    /** The format and the lineage alone. */
    Parsed<Changelog> readHeader(StateFile file) throws IOException {
        Location at = Location.of(file.path().value());
        return files.readStart(
                file, raw -> parsed(at, raw, new ArrayList<>(), records -> ChangelogParser.parseHeader(at, records)));
    }

    private Parsed<Changelog> parsed(
            Location at, InputStream raw, List<Damage> damages, StateFileBytes.Reading<Parsed<Changelog>> reading)
            throws IOException {
        raw.mark(Codec.MAGIC_BYTES);
        byte[] start = raw.readNBytes(Codec.MAGIC_BYTES);
        raw.reset();
        if (start.length == 0) {
            return Parsed.damaged(new Damage(at, DamageKind.EMPTY, "a state file", "no bytes"));
        }
        Codec shown = Codec.sniff(start);
        Codec codec = shown == Codec.NONE ? pinned : shown;
        if (codec != pinned) {
            damages.add(new Damage(
                    at.atByte(0),
                    DamageKind.MALFORMED,
                    pinned.shortName() + " as the offset log says",
                    codec.shortName() + "; read as that"));
        }
        try {
            return reading.from(codec.open(at, raw));
        } catch (DamagedStreamException damaged) {
            return Parsed.damaged(damaged.damage());
        }
    }
}
