package dev.tidemark.cli;

import picocli.CommandLine.IVersionProvider;

/** The version this distribution was built as. */
public final class ProductVersion implements IVersionProvider {
    /** The version, or {@code dev} when it does not run from a jar. */
    public static String text() {
        String version = ProductVersion.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"tidemark " + text()};
    }
}
