package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;

/** A pinned configuration holds a value that no Spark accepts. */
final class ConfValueIllegal extends CaseRule {
    private static final Map<String, String> LEGAL = Map.of(
            PinnedConf.SHUFFLE_PARTITIONS.key(), "[1-9]\\d{0,8}",
            PinnedConf.MULTIPLE_WATERMARK_POLICY.key(), "(?i)min|max",
            PinnedConf.MAP_GROUPS_STATE_FORMAT.key(), "[12]",
            PinnedConf.AGGREGATION_STATE_FORMAT.key(), "[12]",
            PinnedConf.JOIN_STATE_FORMAT.key(), "[1-4]",
            PinnedConf.STATE_ENCODING.key(), "(?i)unsaferow|avro",
            PinnedConf.STRICT_DISTRIBUTION.key(), "(?i)true|false");

    ConfValueIllegal() {
        super("CNF-003");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        long newest = file.checkpoint().offsets().latest().orElse(-1);
        Map<String, String> conf =
                file.checkpoint().metadata(newest).map(OffsetMetadata::conf).orElse(Map.of());
        List<Finding> findings = new ArrayList<>();
        new TreeMap<>(LEGAL).forEach((key, legal) -> {
            String value = conf.get(key);
            if (value != null && !value.strip().matches(legal)) {
                findings.add(finding(
                        Severity.FATAL,
                        Confidence.CERTAIN,
                        new Finding.Explanation(
                                "offsets/" + newest + " pins " + key + "=" + value + ", which no Spark accepts",
                                "The restart puts the value into the session and stops with an IllegalArgumentException",
                                "Write back the value that older offset files have"),
                        file.checkpoint().offsets().at(newest).atLine(2)));
            }
        });
        return findings;
    }
}
