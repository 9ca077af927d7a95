package dev.tidemark.delta.error;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The errors of Delta Kernel while it reads a table, worded as Kernel 4.2 words them. */
public final class KernelErrors {
    private static final String KERNEL = "io.delta.kernel.exceptions.";

    private KernelErrors() {}

    /** No log, or nothing in it. */
    public static ReaderException tableNotFound(String table, String why) {
        return error(KERNEL + "TableNotFoundException", "Delta table at path `" + table + "` is not found. " + why);
    }

    /** Anything wrong with the set of log files. */
    public static ReaderException invalidTable(String table, String why) {
        return error(KERNEL + "InvalidTableException", "Invalid table found at " + table + ": " + why);
    }

    /** The checkpoint that the hint names is gone. */
    public static ReaderException missingCheckpoint(String table, long version) {
        return invalidTable(table, "Missing checkpoint at version " + version);
    }

    /** A hole in the commits. */
    public static ReaderException versionsNotContiguous(String table, List<Long> versions) {
        return invalidTable(table, "Missing delta files: versions are not contiguous: (" + versions + ")");
    }

    /** The version lies beyond the last one. */
    public static ReaderException versionAfterLatest(String table, long version, long latest) {
        return error(
                KERNEL + "KernelException",
                table + ": Cannot load table version " + version
                        + " as it does not exist. The latest available version is " + latest + ".");
    }

    /** The version lies before what the log still has. */
    public static ReaderException versionBeforeFirst(String table, long version, long earliest) {
        return error(
                KERNEL + "KernelException",
                table + ": Cannot load table version " + version
                        + " as the transaction log has been truncated due to manual deletion or the log/checkpoint"
                        + " retention policy. The earliest available version is " + earliest + ".");
    }

    /** A file name carries a number that no version has. */
    public static ReaderException versionTooLarge(String name) {
        return error("java.lang.NumberFormatException", "For input string: \"" + name.split("\\.", 2)[0] + "\"");
    }

    /** An argument check failed. */
    public static ReaderException illegalArgument(String what) {
        return error("java.lang.IllegalArgumentException", what);
    }

    /** A state check failed. */
    public static ReaderException illegalState(String what) {
        return error("java.lang.IllegalStateException", what);
    }

    /** Anything that Kernel throws as a bare runtime exception. */
    public static ReaderException runtime(String what) {
        return error("java.lang.RuntimeException", what);
    }

    /** A page of a Parquet file could not be decoded. */
    public static ReaderException undecodablePage(String what) {
        return error("org.apache.parquet.io.ParquetDecodingException", what);
    }

    /** A row's JSON was of the wrong shape. */
    public static ReaderException classCast(String what) {
        return error("java.lang.ClassCastException", what);
    }

    /** A path of the log is no URI; the cause, under which it is known. */
    public static ReaderException badPath(String why) {
        return error("java.net.URISyntaxException", why);
    }

    /** The default engine failed on a file. */
    public static ReaderException engine(String what) {
        return error(
                KERNEL + "KernelEngineException",
                "Encountered an error from the underlying engine implementation while trying to " + what);
    }

    /** The schema is no JSON. */
    public static ReaderException schemaNotParsed(String why) {
        return error(KERNEL + "KernelException", "Could not parse schema given as JSON string: " + why);
    }

    /** A type that Kernel knows of and does not take in a table. */
    public static ReaderException unsupportedType(String type) {
        return error(
                KERNEL + "KernelException",
                "Failed to parse the schema. Encountered unsupported Delta data type: " + type);
    }

    /** The reader version is too new. */
    public static ReaderException unsupportedProtocol(String table, int readerVersion) {
        return error(
                KERNEL + "UnsupportedProtocolVersionException",
                "Unsupported Delta protocol reader version: table `" + table + "` requires reader version "
                        + readerVersion + " which is unsupported by this version of Delta Kernel.");
    }

    /** The table needs a feature of which Kernel has never heard. */
    public static ReaderException unknownFeature(String feature) {
        return error(
                KERNEL + "UnsupportedTableFeatureException",
                "Unsupported Delta table feature: table requires feature \"" + feature
                        + "\" which is unsupported by this version of Delta Kernel.");
    }

    /** The table needs features that Kernel knows and does not read. */
    public static ReaderException unsupportedFeatures(String table, Collection<String> features) {
        return error(
                KERNEL + "UnsupportedTableFeatureException",
                "Unsupported Delta reader features: table `" + table + "` requires reader table features ["
                        + features.stream().sorted().collect(Collectors.joining(", "))
                        + "] which is unsupported by this version of Delta Kernel.");
    }

    private static ReaderException error(String exceptionClass, String message) {
        return new ReaderException(new DeltaError(exceptionClass, null, message));
    }
}
