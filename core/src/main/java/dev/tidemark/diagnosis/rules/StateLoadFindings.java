package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.load.Detour;
import dev.tidemark.state.load.LeftoverFile;
import dev.tidemark.state.load.LoadChecker;
import dev.tidemark.stream.LoadSurvey;

/** What stands in the way of the newest batch's state, and whole files under temporary names: STA-001 to STA-003. */
public final class StateLoadFindings {
    private static final int MOST_OBSTACLES = 20;
    private static final int PARTITIONS_NAMED = 5;

    private StateLoadFindings() {}

    /** The findings of a survey. */
    public static List<Finding> of(LoadSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        if (!survey.batches().isEmpty()) {
            alike(survey.batches().get(0).obstacles()).values().stream()
                    .limit(MOST_OBSTACLES)
                    .forEach(alike -> findings.add(finding(survey, alike)));
        }
        survey.leftovers().forEach(leftover -> findings.add(finding(leftover)));
        return findings;
    }

    /** Obstacles of an operator that differ in their partition alone, in the order of the first of each. */
    private static Map<List<Object>, List<LoadSurvey.Obstacle>> alike(List<LoadSurvey.Obstacle> obstacles) {
        Map<List<Object>, List<LoadSurvey.Obstacle>> alike = new LinkedHashMap<>();
        for (LoadSurvey.Obstacle obstacle : obstacles) {
            Damage damage = obstacle.obstacle().damage();
            List<Object> kind = List.of(
                    obstacle.store().operatorId(),
                    obstacle.store().storeName(),
                    damage.expected(),
                    damage.found(),
                    new StoragePath(damage.at().path()).name(),
                    obstacle.obstacle().condition());
            alike.computeIfAbsent(kind, unused -> new ArrayList<>()).add(obstacle);
        }
        return alike;
    }

    /** Which partitions beside the first meet the same. */
    private static String others(List<LoadSurvey.Obstacle> alike) {
        if (alike.size() == 1) {
            return "";
        }
        String others = alike.stream()
                .skip(1)
                .limit(PARTITIONS_NAMED)
                .map(obstacle -> Integer.toString(obstacle.store().partitionId()))
                .collect(Collectors.joining(", "));
        return "; the same in partition" + (alike.size() == 2 ? " " : "s ") + others
                + (alike.size() - 1 > PARTITIONS_NAMED ? " and more, " + alike.size() + " in all" : "");
    }

    private static Finding finding(LoadSurvey survey, List<LoadSurvey.Obstacle> alike) {
        LoadSurvey.Obstacle met = alike.get(0);
        Damage damage = met.obstacle().damage();
        boolean fails = !met.sparks().isEmpty();
        String consequence = (fails ? failure(met) : "nothing is lost")
                + (met.repairedIn().isEmpty()
                        ? ""
                        : "; Spark " + String.join(", ", met.repairedIn())
                                + (met.repairedIn().size() == 1 ? " goes" : " go") + " on from an older snapshot");
        boolean endTogether = alike.size() > 1
                && damage.kind() == DamageKind.MISSING
                && alike.size()
                        == survey.batches().get(0).obstacles().stream()
                                .filter(other -> other.store().operatorId()
                                        == met.store().operatorId())
                                .count();
        if (endTogether) {
            consequence +=
                    "; partitions that end together hint at an operator that did not run since, because the plan was"
                            + " without it, or at state that was copied before the logs";
        }
        return new Finding(
                fails ? "STA-001" : "STA-002",
                fails ? Severity.FATAL : Severity.WARNING,
                Confidence.CERTAIN,
                met.store().toString(),
                new Finding.Explanation(
                        "expected " + damage.expected() + ", found " + damage.found() + others(alike),
                        consequence,
                        survey.detour(met.store()).map(Detour::remedy).orElseGet(() -> remedy(survey, met))
                                + (alike.size() > 1 ? "; likewise for the other partitions" : "")),
                alike.stream()
                        .map(obstacle -> obstacle.obstacle().damage().at())
                        .limit(PARTITIONS_NAMED)
                        .toList());
    }

    private static String failure(LoadSurvey.Obstacle met) {
        String condition = met.obstacle().condition();
        String when = condition.equals(LoadChecker.BLOCK)
                ? " once it reads a key in that block"
                : " when it loads version " + met.version();
        return "Spark " + String.join(", ", met.sparks()) + (met.sparks().size() == 1 ? " stops" : " stop") + " with "
                + condition + when;
    }

    private static String remedy(LoadSurvey survey, LoadSurvey.Obstacle met) {
        OptionalLong loadable = met.sparks().isEmpty()
                ? OptionalLong.empty()
                : survey.newestLoadable(met.sparks().get(met.sparks().size() - 1));
        String path = met.obstacle().damage().at().path();
        Optional<LeftoverFile> leftover = survey.leftovers().stream()
                .filter(file -> LoadSurvey.placeOf(file).value().equals(path))
                .findFirst();
        if (leftover.isPresent()) {
            return "copy " + leftover.get().file().path().name() + ", which is whole, to "
                    + leftover.get().finalName();
        }
        return "restore " + path.replaceFirst("!/.*", "") + " from a backup"
                + (loadable.isPresent() ? ", or rewind to after batch " + loadable.getAsLong() : "");
    }

    private static Finding finding(LeftoverFile leftover) {
        String place = LoadSurvey.placeOf(leftover).value();
        return new Finding(
                "STA-003",
                Severity.INFO,
                Confidence.LIKELY,
                place,
                new Finding.Explanation(
                        leftover.finalName() + " is missing, and a whole file lies there under its temporary name",
                        "the writer died between writing and renaming it, or the storage said that a rename worked"
                                + " and did not do it",
                        "copy it to " + leftover.finalName() + " if that version is wanted"),
                List.of(Location.of(leftover.file().path().value())));
    }
}
