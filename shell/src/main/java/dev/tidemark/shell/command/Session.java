package dev.tidemark.shell.command;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.render.Glyphs;
import dev.tidemark.render.JsonRenderer;
import dev.tidemark.render.Palette;
import dev.tidemark.render.TextRenderer;
import dev.tidemark.report.Report;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.Place;
import dev.tidemark.shell.evidence.Tree;
import dev.tidemark.shell.evidence.TreePath;
import dev.tidemark.view.PlaceKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** What lasts from one command to the next: what is open, where one stands, and how answers look. */
public final class Session implements AutoCloseable {
    private final Setup setup;
    private final Tree tree = new Tree();
    private final Settings settings = new Settings();
    private final Descriptions descriptions = new Descriptions();
    private final Workbench workbench = new Workbench(this);
    private final List<String> moves;
    private TreePath here = TreePath.ROOT;
    private Screen screen = Screen.FILE;
    private @Nullable OutputStream bytesOut;

    public Session(Setup setup) {
        this.setup = setup;
        this.moves = new ArrayList<>(setup.moves());
        tree.hang("query", descriptions::node);
        tree.hang("engine", workbench::node);
    }

    /** What is open. */
    public Tree tree() {
        return tree;
    }

    /** What the dot commands set. */
    public Settings settings() {
        return settings;
    }

    /** The query descriptions that are open. */
    public Descriptions descriptions() {
        return descriptions;
    }

    /** The simulated query. */
    public Workbench workbench() {
        return workbench;
    }

    /** Where one stands. */
    public TreePath here() {
        return here;
    }

    /** Goes elsewhere. */
    public void goTo(TreePath path) {
        here = path;
    }

    /** What text is shown on now. */
    public Screen screen() {
        return screen;
    }

    /** Says what text is shown on from now. */
    public void screen(Screen newScreen) {
        screen = newScreen;
    }

    /** Where the bytes of this answer go when it is a file or a pipe. */
    public Optional<OutputStream> bytesOut() {
        return Optional.ofNullable(bytesOut);
    }

    /** Says where the bytes of the next answer go; null for the screen. */
    public void bytesOut(@Nullable OutputStream to) {
        bytesOut = to;
    }

    /** Where paths that the evidence names lie now. */
    public Places places() {
        return Places.of(PathMapping.parse(moves), setup.opener());
    }

    /** Those moves as they were typed. */
    public List<String> moves() {
        return List.copyOf(moves);
    }

    /** What commands that open a place are told about Hadoop. */
    public List<String> hadoopOptions() {
        return setup.hadoopOptions();
    }

    /** Remembers where a path that the evidence names lies now. */
    public void move(String oldAndNew) {
        PathMapping.parse(List.of(oldAndNew));
        moves.add(oldAndNew);
    }

    /**
     * Opens a place.
     *
     * @param wantedKind what to take it for; empty to look
     * @param name how to call it in the tree; empty for its own name
     */
    public Place open(String typed, Optional<PlaceKind> wantedKind, Optional<String> name) throws IOException {
        Optional<Place> known = tree.places().stream()
                .filter(place -> place.typed().equals(typed))
                .findFirst();
        if (known.isPresent()) {
            return known.get();
        }
        Storage storage = setup.opener().open(typed);
        Optional<FileEntry> root = storage.stat(StoragePath.ROOT);
        if (root.isEmpty() && wantedKind.isEmpty()) {
            storage.close();
            throw new FileNotFoundException(typed);
        }
        PlaceKind kind = wantedKind.isPresent() ? wantedKind.get() : PlaceKind.of(storage);
        Place place = new Place(free(pathOf(kind, name.orElse(nameOf(typed, storage)))), typed, kind, storage);
        tree.add(place);
        if (here.equals(TreePath.ROOT) && tree.places().size() == 1) {
            here = place.path();
        }
        return place;
    }

    private static TreePath pathOf(PlaceKind kind, String name) {
        return switch (kind) {
            case CHECKPOINT -> TreePath.of("checkpoint");
            case DELTA_TABLE -> TreePath.of("table", name);
            case FILE_SINK_OUTPUT -> TreePath.of("output", name);
            default -> TreePath.of("files", name);
        };
    }

    /** The last name of what was typed, or of where that lies. */
    private static String nameOf(String typed, Storage storage) {
        for (String path : List.of(typed, storage.location())) {
            String bare = path.replaceFirst("/+$", "");
            String name = bare.substring(bare.lastIndexOf('/') + 1);
            if (!name.isEmpty() && !name.equals(".") && !name.equals("..")) {
                return name;
            }
        }
        return "root";
    }

    private TreePath free(TreePath wanted) {
        TreePath path = wanted;
        for (int i = 2; tree.placeOf(path).isPresent(); i++) {
            path = wanted.parent().child(wanted.name() + i);
        }
        return path;
    }

    /** Closes a place; whoever stands in it stands at the root then. */
    public void close(Place place) throws IOException {
        tree.remove(place);
        workbench.forget(place);
        if (here.isBelow(place.path())) {
            here = TreePath.ROOT;
        }
        place.close();
    }

    /**
     * The place a command is about: the one where one stands, or the only one of its kind.
     *
     * @param what for the message
     */
    public Place placeFor(Predicate<PlaceKind> fits, String what) throws UsageException {
        Optional<Place> standing = tree.placeOf(here).filter(place -> fits.test(place.kind()));
        if (standing.isPresent()) {
            return standing.get();
        }
        List<Place> all =
                tree.places().stream().filter(place -> fits.test(place.kind())).toList();
        if (all.isEmpty()) {
            throw new UsageException("no " + what + " is open; open one with: open PATH");
        }
        if (all.size() > 1) {
            throw new UsageException("which " + what + "? cd into one, or name it: "
                    + all.stream().map(place -> place.path().toString()).collect(Collectors.joining(", ")));
        }
        return all.get(0);
    }

    /** Refuses a file that lies in what is open: evidence is never written to, not even by mistake. */
    public void requireOutsideEvidence(Path file) throws UsageException {
        String location = "file:" + file.toAbsolutePath().normalize();
        boolean isInside = tree.places().stream()
                .map(place -> place.storage().location())
                .anyMatch(root -> location.equals(root) || location.startsWith(root + "/"));
        if (isInside) {
            throw new UsageException(file + " lies in the evidence, which is never written to");
        }
    }

    /** The checkpoint a command is about. */
    public Place checkpoint() throws UsageException {
        return placeFor(kind -> kind == PlaceKind.CHECKPOINT, "checkpoint");
    }

    /** What stands at a typed path, or where one stands. */
    public Node node(String typed) throws IOException {
        return tree.require(here.resolve(typed));
    }

    /** Shows a report as the settings want it; returns the command's exit code. */
    public int print(CommandSpec command, Report report) throws IOException {
        return print(command, report, Glyphs.UNICODE);
    }

    /** The same, charts drawn with those. */
    int print(CommandSpec command, Report report, Glyphs glyphs) throws IOException {
        PrintWriter out = command.commandLine().getOut();
        if (settings.mode() == Settings.Mode.JSON) {
            new JsonRenderer(setup.productVersion()).render(report, out);
        } else {
            TextRenderer.Tables tables = screen.isTerminal() ? TextRenderer.Tables.FITTED : TextRenderer.Tables.WHOLE;
            new TextRenderer(screen.isColored() ? Palette.ANSI : Palette.PLAIN, screen.columns(), tables, glyphs)
                    .render(report, out);
        }
        out.flush();
        return Codes.of(report.outcome());
    }

    @Override
    public void close() throws IOException {
        workbench.reset();
        for (Place place : tree.places()) {
            place.close();
        }
    }
}
