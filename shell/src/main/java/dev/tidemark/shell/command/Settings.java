package dev.tidemark.shell.command;

import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** What the dot commands set. */
public final class Settings {
    private Mode mode = Mode.TEXT;
    private boolean showsTime;
    private boolean stopsAtFailure;
    private @Nullable Path once;

    /** How answers look. */
    public enum Mode {
        TEXT,
        JSON;

        /** As typed. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public Mode mode() {
        return mode;
    }

    public void mode(Mode newMode) {
        mode = newMode;
    }

    /** Whether each command tells how long it took. */
    public boolean showsTime() {
        return showsTime;
    }

    public void showsTime(boolean newShowsTime) {
        showsTime = newShowsTime;
    }

    /** Whether a script ends with the first command that fails. */
    public boolean stopsAtFailure() {
        return stopsAtFailure;
    }

    public void stopsAtFailure(boolean newStopsAtFailure) {
        stopsAtFailure = newStopsAtFailure;
    }

    /** Where the next answer goes instead of to the screen. */
    public void once(Path file) {
        once = file;
    }

    /** Where the next answer goes. */
    public Optional<Path> once() {
        return Optional.ofNullable(once);
    }

    /** Where this answer goes; the one after it goes to the screen again. */
    public Optional<Path> takeOnce() {
        Optional<Path> taken = once();
        once = null;
        return taken;
    }
}
