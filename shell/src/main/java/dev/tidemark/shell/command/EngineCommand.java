package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.List;

import dev.tidemark.engine.Reach;
import dev.tidemark.engine.TraceEntry;
import dev.tidemark.report.Block;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.shell.engine.EngineAtHand;
import dev.tidemark.view.RestartView;
import dev.tidemark.view.TraceText;

/** A command about the simulated query. */
abstract class EngineCommand extends BuiltIn {
    EngineCommand(Session session) {
        super(session);
    }

    /** The query at hand, alive or dead. */
    EngineAtHand engine() throws UsageException {
        return session()
                .workbench()
                .engine()
                .orElseThrow(() -> new UsageException("no query was started; start it with: restart"));
    }

    /** The query at hand, which must be alive. */
    EngineAtHand alive() throws UsageException {
        EngineAtHand engine = engine();
        if (engine.isDead()) {
            throw new UsageException("the query crashed; start it again with: restart");
        }
        return engine;
    }

    /** Where the query stands, in a line. */
    static Block where(EngineAtHand engine) throws IOException {
        if (engine.isDead()) {
            return new Block.Note(Tone.WARN, "The process is dead. restart starts the query on what it left.");
        }
        return engine.next()
                .<Block>map(next -> new Block.Note(
                        Tone.FAINT,
                        "next  " + next.step().word() + (next.batchId() == null ? "" : ", batch " + next.batchId())
                                + ": " + TraceText.of(next.event())))
                .orElse(new Block.Note(Tone.FAINT, "next  nothing: this is the end"));
    }

    /** The headline of what a run that is over came to. */
    Block verdict(EngineAtHand engine) {
        Workbench workbench = session().workbench();
        Report whole = RestartView.of(
                engine.run().prediction(),
                engine.run().simulation().query(),
                new RestartView.Terms(workbench.version(), List.of(), new Reach(null, Reach.DataFiles.READ)),
                RestartView.Detail.ANSWER);
        return whole.blocks().get(0);
    }

    /** The end of a list of events, with a word on what is left out. */
    static List<TraceEntry> last(List<TraceEntry> events, int most) {
        return events.subList(Math.max(0, events.size() - most), events.size());
    }
}
