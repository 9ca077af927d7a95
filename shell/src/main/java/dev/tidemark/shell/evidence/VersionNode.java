package dev.tidemark.shell.evidence;

import java.io.IOException;
import java.util.List;

import dev.tidemark.report.Report;

/** A version: what several files make up together. */
final class VersionNode implements Node {
    private final String name;
    private final Layout.Sight sight;
    private final Files files;

    /** Finds the files it is made of. */
    @FunctionalInterface
    interface Files {
        List<Spot> find() throws IOException;
    }

    VersionNode(String name, Layout.Sight sight, Files files) {
        this.name = name;
        this.sight = sight;
        this.files = files;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Kind kind() {
        return Kind.VERSION;
    }

    @Override
    public String label() {
        return sight.label();
    }

    @Override
    public Meaning meaning() {
        return sight.meaning();
    }

    @Override
    public Report decoded(int limit) throws IOException {
        return sight.decoder().decode(limit);
    }

    @Override
    public List<Spot> files() throws IOException {
        return files.find();
    }
}
