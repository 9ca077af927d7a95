package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.state.StateStoreId;

/** Files of one state store provider lie where the offsets pin another. */
final class ProvidersMixed extends CaseRule {
    ProvidersMixed() {
        super("STA-024");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<StateExhibit> state = file.state().found();
        if (state.isEmpty()) {
            return List.of();
        }
        String provider = state.get().conf().providerClass().orElse("");
        boolean pinsRocksDb = provider.toLowerCase(Locale.ROOT).contains("rocksdb");
        boolean pinsHdfs = provider.toLowerCase(Locale.ROOT).contains("hdfs");
        Map<Integer, Finding> byOperator = new TreeMap<>();
        for (StateExhibit.StoreFiles files : state.get().files()) {
            StateExhibit.ProviderFiles strangers = pinsRocksDb ? files.hdfs() : files.rocksDb();
            boolean isMixed = !files.hdfs().isEmpty() && !files.rocksDb().isEmpty();
            if ((pinsRocksDb || pinsHdfs || isMixed) && !strangers.isEmpty()) {
                byOperator.putIfAbsent(
                        files.store().operatorId(), finding(file, files.store(), strangers, pinsRocksDb, provider));
            }
        }
        return List.copyOf(byOperator.values());
    }

    private Finding finding(
            CaseFile file,
            StateStoreId store,
            StateExhibit.ProviderFiles strangers,
            boolean pinsRocksDb,
            String provider) {
        String pinned = provider.isEmpty() ? "no provider" : provider.substring(provider.lastIndexOf('.') + 1);
        String kind = pinsRocksDb
                ? "deltas or snapshots of the HDFS-backed provider"
                : "changelogs or archives of the RocksDB provider";
        long newest = file.checkpoint().offsets().latest().orElse(0);
        return finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "offsets/" + newest + " pins " + pinned + ", and " + store + " holds " + kind + " since batch "
                                + Math.max(0, strangers.oldest() - 1),
                        "The two have nothing in common: the query fails on the state, or does not see part of it. Two runs with"
                                + " different providers were mixed, or the offset file was edited",
                        "Restore the provider's class in the newest offset file as older ones have it, and the state of one"
                                + " run from a backup. To change the provider begin a new checkpoint; the session's setting is"
                                + " ignored"),
                Location.of(store.directory().value()),
                file.checkpoint().offsets().at(newest).atLine(2));
    }
}
