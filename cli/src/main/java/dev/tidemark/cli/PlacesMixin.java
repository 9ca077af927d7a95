package dev.tidemark.cli;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StorageOptions;
import dev.tidemark.io.Storages;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where evidence lies and how it is opened; the same options on every command that follows paths in evidence. */
public final class PlacesMixin extends Arguments {
    private final Supplier<List<String>> moves = many(
            String.class,
            option("--map")
                    .paramLabel("OLD=NEW")
                    .converters(new Move())
                    .description(
                            "where a path named in the evidence lies now; repeatable, the longest that fits counts"));

    private final HadoopMixin hadoop = part(new HadoopMixin());

    /** The places the options describe. */
    public Places places() {
        StorageOptions options = hadoop.options();
        return Places.of(mapping(), place -> Storages.open(place, options));
    }

    /** Where paths named in the evidence lie now. */
    PathMapping mapping() {
        return PathMapping.parse(moves.get());
    }

    /** A place as the user spells it, whatever is mapped. */
    Storage open(String place) throws IOException {
        return Storages.open(place, hadoop.options());
    }

    /** Refuses what is no move while the command line is read. */
    static final class Move implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            try {
                PathMapping.parse(List.of(text));
                return text;
            } catch (IllegalArgumentException malformed) {
                throw new TypeConversionException(malformed.getMessage());
            }
        }
    }
}
