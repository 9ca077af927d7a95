package dev.tidemark.cli;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Supplier;

import dev.tidemark.engine.CrashPoint;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartEngine;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.Simulation;
import dev.tidemark.engine.Step;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.report.Report;
import dev.tidemark.view.CrashedRestartView;
import dev.tidemark.view.RestartView;
import picocli.CommandLine.ParameterException;

/** {@code tidemark restart}: what happens when the query is started on the checkpoint again. */
final class RestartCommand extends Command {
    private final Supplier<String> place = one(
            String.class,
            parameter("0")
                    .paramLabel("CKPT")
                    .description("the checkpoint directory; an absent or empty one is a fresh start"));

    private final Supplier<Boolean> untilCaughtUp = flag(option("--until-caught-up")
            .description("follow the query batch by batch until there is nothing more to do"));

    private final Supplier<Boolean> readData =
            flag(option("--read-data").description("read data files where they decide: event times, counts of rows"));

    private final Supplier<Integer> steps =
            one(Integer.class, option("--steps").paramLabel("N").description("follow so many batches at most"));

    private final Supplier<String> crash = one(
            String.class,
            option("--crash")
                    .paramLabel("STEP[:WHEN][@BATCH]")
                    .description(
                            "let the process die at a step (before, during or after it), then restart over what that leaves"));

    private final Supplier<Boolean> withTrace = flag(option("--trace").description("show each step"));

    private final QueryMixin query = part(new QueryMixin());

    private final PlacesMixin evidence = part(new PlacesMixin());

    private final RetryMixin retry = part(new RetryMixin());

    private final FailOnMixin failOn = part(new FailOnMixin());

    private final OutputMixin output = part(new OutputMixin());

    RestartCommand() {
        super(
                "restart",
                "Say what a restart of the query does with this checkpoint: the batch it resumes, or the exact error.",
                "Nothing is started and nothing is written.");
        footer(
                "",
                "Exit codes: 0 it runs, 1 it fails or has findings at or above --fail-on, 3 it could not be told.",
                "A description of the query is drafted by: tidemark describe CKPT");
    }

    @Override
    public Integer call() throws IOException {
        Places places = evidence.places();
        try (Storage storage = places.open(place.get())) {
            QueryMixin.Asked asked = query.on(storage);
            Reach reach = reach();
            RestartView.Terms terms =
                    new RestartView.Terms(asked.version().toString(), asked.assumptions(), reach, failOn.severity());
            RestartView.Detail detail = withTrace.get() ? RestartView.Detail.WITH_TRACE : RestartView.Detail.ANSWER;
            return output.print(retry.read(storage, places, (observed, around) -> {
                if (crash.get() != null) {
                    try (Simulation simulation =
                            Simulation.of(asked.query(), asked.version(), observed, around, reach)) {
                        return crashed(simulation, terms, detail);
                    }
                }
                RestartPrediction prediction =
                        RestartEngine.predict(asked.query(), asked.version(), observed, around, reach);
                return RestartView.of(prediction, asked.query(), terms, detail);
            }));
        }
    }

    private Report crashed(Simulation simulation, RestartView.Terms terms, RestartView.Detail detail)
            throws IOException {
        CrashPoint point = CrashPoint.of(crash.get())
                .orElseThrow(() -> new ParameterException(
                        commandLine(),
                        "--crash: expected STEP[:before|during|after][@BATCH], found " + crash.get() + "; steps are "
                                + String.join(", ", Step.words())));
        Simulation.Run whole = simulation.toTheEnd();
        OptionalInt events = point.in(whole.trace());
        if (events.isEmpty()) {
            return CrashedRestartView.notReached(point, whole, terms, detail);
        }
        Simulation.Run crashed = simulation.upTo(events.getAsInt());
        RestartPrediction after = crashed.crash().toTheEnd().prediction();
        return CrashedRestartView.of(point.placedIn(whole.trace()), crashed, after, terms, detail);
    }

    private Reach reach() {
        if (steps.get() != null && steps.get() < 1) {
            throw new ParameterException(commandLine(), "--steps must be at least 1");
        }
        boolean follows = untilCaughtUp.get() || crash.get() != null;
        Integer batches = steps.get() != null ? steps.get() : follows ? null : Reach.LOGS_ALONE.batches();
        return new Reach(batches, readData.get() ? Reach.DataFiles.READ : Reach.DataFiles.LEFT_ALONE);
    }
}
