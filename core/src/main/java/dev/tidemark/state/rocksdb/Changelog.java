package dev.tidemark.state.rocksdb;

import java.util.List;

/**
 * What reading one changelog told beside its records.
 *
 * @param lineage the versions it builds on, in the order written; empty for a format without
 * @param recordCount the records handed over
 */
record Changelog(ChangelogFormat format, List<LineageItem> lineage, long recordCount) {
    public Changelog {
        lineage = List.copyOf(lineage);
    }
}
