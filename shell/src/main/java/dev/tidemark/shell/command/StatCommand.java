package dev.tidemark.shell.command;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import dev.tidemark.checkpoint.log.ChecksumVerdict;
import dev.tidemark.checkpoint.log.HadoopChecksum;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.TreePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code stat PATH}. */
@Command(
        name = "stat",
        description = "Where something lies on disk, its size, times and hash, and whether it is damaged.",
        footer = {"", "Example: stat /checkpoint/state/0/1/4"})
final class StatCommand extends BuiltIn {
    private static final int DECODED_ROWS = 10_000;
    private static final int CHECKSUM_LIMIT_BYTES = 256 << 20;

    @Parameters(paramLabel = "PATH", defaultValue = ".", description = "a path of the tree (default: where you stand)")
    private String path = ".";

    StatCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException {
        TreePath at = session().here().resolve(path);
        Node node = session().tree().require(at);
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("path", Cell.text(at.toString())));
        facts.add(
                new Fact("what", Cell.text(node.kind().word() + (node.label().isEmpty() ? "" : ": " + node.label()))));
        JsonObject.Builder document = JsonObject.builder()
                .put("path", at.toString())
                .put("kind", node.kind().word())
                .put("label", node.label());
        List<Node.Spot> files = node.files();
        if (node.kind() != Node.Kind.VERSION && files.size() == 1) {
            file(files.get(0), facts);
        }
        List<JsonObject> described = new ArrayList<>();
        for (Node.Spot spot : files) {
            described.add(describe(spot));
        }
        document.put("files", JsonArray.of(described, one -> one));
        Outcome outcome = Outcome.FINE;
        if (node.kind() != Node.Kind.DIRECTORY) {
            Report decoded = node.decoded(DECODED_ROWS);
            outcome = decoded.outcome();
            String damage = outcome == Outcome.FINE ? null : FindCommand.reason(decoded);
            document.put("damage", damage);
            facts.add(
                    new Fact("decodes", damage == null ? Cell.text("whole", Tone.GOOD) : Cell.text(damage, Tone.BAD)));
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Facts(facts));
        if (node.kind() == Node.Kind.VERSION) {
            blocks.add(table(files));
        }
        return print(new Report("stat", outcome, blocks, document.build()));
    }

    private static void file(Node.Spot spot, List<Fact> facts) throws IOException {
        facts.add(new Fact("on disk", Cell.text(onDisk(spot))));
        facts.add(new Fact("modified", Cell.instant(spot.entry().modifiedAtMs())));
        if (!spot.entry().isFile()) {
            return;
        }
        facts.add(new Fact("size", Cell.text(spot.entry().sizeBytes() + " bytes")));
        facts.add(new Fact("sha256", Cell.text(sha256(spot))));
        facts.add(new Fact("checksum file", checksum(spot)));
    }

    private static Cell checksum(Node.Spot spot) {
        ChecksumVerdict verdict =
                HadoopChecksum.verify(spot.storage(), spot.entry().path(), CHECKSUM_LIMIT_BYTES);
        return switch (verdict) {
            case ABSENT -> Cell.text("none", Tone.FAINT);
            case MATCHES -> Cell.text("matches", Tone.GOOD);
            case DIFFERS -> Cell.text("says other bytes", Tone.BAD);
            case NO_CHECKSUMS -> Cell.text("is none: Hadoop then reads without checking", Tone.WARN);
            case UNREADABLE -> Cell.text("cannot be read", Tone.UNKNOWN);
        };
    }

    private static Block table(List<Node.Spot> files) {
        if (files.isEmpty()) {
            return new Block.Note(Tone.BAD, "no file of it is left");
        }
        return new Block.Table(
                List.of("made of", "size", "modified"),
                files.stream()
                        .map(spot -> List.of(
                                Cell.text(spot.entry().path().value()),
                                Cell.bytes(spot.entry().sizeBytes()),
                                Cell.instant(spot.entry().modifiedAtMs())))
                        .toList());
    }

    private static JsonObject describe(Node.Spot spot) throws IOException {
        JsonObject.Builder file = JsonObject.builder()
                .put("location", onDisk(spot))
                .put("sizeBytes", spot.entry().sizeBytes())
                .put("modifiedAtMs", spot.entry().modifiedAtMs());
        if (spot.entry().isFile()) {
            file.put("sha256", sha256(spot));
        }
        return file.build();
    }

    /** Where a file lies, as the storage names its root. */
    static String onDisk(Node.Spot spot) {
        String root = spot.storage().location();
        return spot.entry().path().isRoot()
                ? root
                : root + "/" + spot.entry().path().value();
    }

    private static String sha256(Node.Spot spot) throws IOException {
        try (InputStream in = spot.storage().open(spot.entry().path())) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            int count = in.read(buffer);
            while (count >= 0) {
                Interruption.check();
                digest.update(buffer, 0, count);
                count = in.read(buffer);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
