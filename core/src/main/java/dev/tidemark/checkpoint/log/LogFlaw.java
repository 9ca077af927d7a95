package dev.tidemark.checkpoint.log;

import dev.tidemark.evidence.DamageCause;
import dev.tidemark.evidence.DamageKind;

/** What Spark's own reader of a checkpoint log trips over, in the order in which it looks. */
public sealed interface LogFlaw extends DamageCause {
    /** Bytes that are no UTF-8: {@code java.nio.charset.MalformedInputException}. */
    record NotUtf8(long byteOffset) implements LogFlaw {}

    /** A file without a line: {@code IllegalStateException: Incomplete log file}. */
    record NoLines() implements LogFlaw {}

    /**
     * A first line that is no {@code v<number above 0>}: MALFORMED_LOG_FILE since Spark 4.0.
     *
     * @param line the line as Spark quotes it
     */
    record BadVersionLine(String line) implements LogFlaw {}

    /** A version above every one that any Spark reads: INVALID_LOG_VERSION since Spark 4.0. */
    record UnknownVersion(int version, int newestKnown) implements LogFlaw {}

    /** An offset file that ends behind its version line: {@code NoSuchElementException: next on empty iterator}. */
    record NoMetadataLine() implements LogFlaw {}

    /** A version 2 offset file with an empty metadata line: {@code VERSION_2 offset log requires metadata}. */
    record MetadataRequired() implements LogFlaw {}

    /**
     * Text that is no JSON: a raw Jackson exception.
     *
     * @param kind {@link DamageKind#EMPTY} for MismatchedInputException, {@link DamageKind#TRUNCATED} for JsonEOFException,
     *     else JsonParseException
     * @param message Jackson's own message, without the location
     */
    record NotJson(DamageKind kind, String message) implements LogFlaw {}

    /**
     * JSON of another shape: {@code org.json4s.MappingException}.
     *
     * @param field the field without a usable value, or empty for the whole
     * @param found what stands there, as compact JSON; empty when nothing does
     */
    record WrongShape(String field, String found) implements LogFlaw {}

    /** A line of an offset map without a colon: {@code IllegalStateException: Invalid OffsetMap format}. */
    record BadMapLine(String line) implements LogFlaw {}

    /** JSON that Spark's constructor refuses: {@code IllegalArgumentException: requirement failed}. */
    record RequirementFailed(String requirement) implements LogFlaw {}

    /** A query id that is no UUID: {@code IllegalArgumentException: Invalid UUID string}. */
    record BadUuid(String text) implements LogFlaw {}

    /** An operator id of ids of state that is no whole number: {@code MappingException: unknown error} over its parser's. */
    record BadOperatorId(String text) implements LogFlaw {}
}
