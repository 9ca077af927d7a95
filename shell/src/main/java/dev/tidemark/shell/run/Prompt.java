package dev.tidemark.shell.run;

import dev.tidemark.engine.Step;
import dev.tidemark.render.Printable;
import dev.tidemark.shell.command.Session;
import dev.tidemark.shell.engine.EngineAtHand;

/** What stands before a line: where one is. */
final class Prompt {
    private static final int LONGEST = 48;

    private Prompt() {}

    static String of(Session session) {
        String path = Printable.of(session.here().toString());
        String shown = path.length() <= LONGEST ? path : "..." + path.substring(path.length() - LONGEST);
        String engine = session.workbench().engine().map(Prompt::of).orElse("");
        return shown + engine + "> ";
    }

    /** How far the simulated query is. */
    private static String of(EngineAtHand engine) {
        if (engine.isDead()) {
            return " [dead]";
        } else if (engine.isOver()) {
            return " [end]";
        }
        String batch = engine.batchId().map(id -> "batch " + id + " ").orElse("");
        String step =
                engine.isOver() ? "end" : engine.lastStep().map(Step::word).orElse("not started");
        return " [" + batch + step + "]";
    }
}
