package dev.tidemark.shell.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.Simulation;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.shell.engine.Breakpoint;
import dev.tidemark.shell.engine.EngineAtHand;
import dev.tidemark.shell.engine.EngineNodes;
import dev.tidemark.shell.engine.WhatIf;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.Place;
import dev.tidemark.shell.line.LineParser;
import org.jspecify.annotations.Nullable;

/** The simulated query of a session, with its breakpoints and what is set otherwise than described. */
public final class Workbench {
    private static final Reach TO_THE_END = new Reach(null, Reach.DataFiles.READ);

    /** The commands after which the query is not where it was. */
    private static final Set<String> MOVING = Set.of("restart", "step", "continue", "break", "back", "crash", "set");

    private final Session session;
    private final List<WhatIf> whatIfs = new ArrayList<>();
    private final List<Breakpoint> breakpoints = new ArrayList<>();
    private final List<String> journal = new ArrayList<>();
    private @Nullable EngineAtHand engine;
    private @Nullable Place place;
    private String version = "";

    Workbench(Session session) {
        this.session = session;
    }

    /** The query, if it was started. */
    public Optional<EngineAtHand> engine() {
        return Optional.ofNullable(engine);
    }

    /** The Spark it runs on. */
    public String version() {
        return version;
    }

    /** What is otherwise than described. */
    public List<WhatIf> whatIfs() {
        return whatIfs;
    }

    /** Where a run stops by itself. */
    public List<Breakpoint> breakpoints() {
        return breakpoints;
    }

    /** The lines that brought the query where it is. */
    List<String> journal() {
        return journal;
    }

    /** Remembers a line that moved the query, for {@code save}. */
    public void note(List<String> words, int code) {
        if (MOVING.contains(words.get(0)) && code != Codes.USAGE && code != Codes.BUG) {
            journal.add(String.join(" ", words.stream().map(LineParser::quoted).toList()));
        }
    }

    /** The branch of the tree. */
    Optional<Node> node() {
        return engine().map(EngineNodes::of);
    }

    /** Lets go of the query. */
    void reset() throws IOException {
        if (engine != null) {
            engine.close();
        }
        engine = null;
        place = null;
        journal.clear();
    }

    /** Lets go of a query whose checkpoint is closed. */
    void forget(Place closed) throws IOException {
        if (closed == place) {
            reset();
        }
    }

    /**
     * Starts the query on the checkpoint where one stands.
     *
     * @return what was taken for granted
     */
    List<String> start() throws IOException, UsageException {
        List<String> assumptions = new ArrayList<>();
        Place checkpoint = session.checkpoint();
        if (engine != null) {
            engine.close();
        }
        engine = EngineAtHand.of(checkpoint.storage(), simulation(checkpoint, whatIfs, assumptions));
        place = checkpoint;
        return assumptions;
    }

    /** A query about to be started, with some things otherwise. */
    Simulation simulation(Place checkpoint, List<WhatIf> changes, List<String> assumptions)
            throws IOException, UsageException {
        QueryDescription query = described(checkpoint, assumptions);
        for (WhatIf change : changes) {
            query = change.in(query)
                    .orElseThrow(() -> new UsageException("the query has no such source: " + change.text()));
        }
        String text = query.versions().spark();
        SparkVersion spark = text == null
                ? SparkVersion.NEWEST_KNOWN
                : SparkVersion.of(text).orElseThrow(() -> new UsageException("no version of Spark: " + text));
        if (text == null) {
            assumptions.add("Spark " + spark);
        }
        version = spark.toString();
        return Simulation.of(query, spark, checkpoint.storage(), session.places(), TO_THE_END);
    }

    private QueryDescription described(Place checkpoint, List<String> assumptions) throws IOException, UsageException {
        Optional<Path> file = session.descriptions().current();
        if (file.isPresent()) {
            return Descriptions.reading(file.get()).query().value().orElseThrow();
        }
        assumptions.add("the query is as the checkpoint shows it (describe tells what that is)");
        return DraftQuery.of(Checkpoint.in(checkpoint.storage())).query();
    }
}
