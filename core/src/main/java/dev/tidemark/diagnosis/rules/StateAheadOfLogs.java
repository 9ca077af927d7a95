package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.state.StateStoreId;

/** State of later batches than the logs know. */
final class StateAheadOfLogs extends CaseRule {
    StateAheadOfLogs() {
        super("STA-028");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        CheckpointSurvey survey = file.checkpoint();
        long newest = Math.max(
                survey.offsets().latest().orElse(-1), survey.commits().latest().orElse(-1));
        long version = -1;
        StateStoreId store = null;
        for (StateExhibit.StoreFiles files :
                file.state().map(StateExhibit::files).orElse(List.of())) {
            long top = Math.max(files.hdfs().newest(), files.rocksDb().newest());
            store = top > version ? files.store() : store;
            version = Math.max(version, top);
        }
        if (store == null || newest < 0 || version <= newest + 1) {
            return List.of();
        }
        return List.of(finding(
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        store + " has version " + version + ", which batch " + (version - 1)
                                + " wrote, and the logs end at batch " + newest,
                        "The logs were rewound, or were copied before the state. Later versions are overwritten without a"
                                + " word; the sink may know the later batches already and skip the new ones",
                        "If it is a copy, take logs and state of one moment. After a rewind see what the sink remembers"),
                Location.of(store.directory().value()),
                survey.offsets().at(newest)));
    }
}
