package dev.tidemark.checkpoint.log;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/**
 * The first line of a log file, {@code v<number>}. As Scala's {@code toInt} reads it: {@code v01} and {@code v+1} are version
 * 1. Authority: Spark 4.2 MetadataVersionUtil.validateVersion, HDFSMetadataLog.validateVersion before 3.1.
 */
public final class VersionLine {
    private VersionLine() {}

    /**
     * The version.
     *
     * @param newestKnown the newest version that any Spark writes; a newer one is a damage that still has its value
     */
    public static Parsed<Integer> parse(Location at, String line, int newestKnown) {
        int version = version(line);
        if (version <= 0) {
            Damage damage = new Damage(at, DamageKind.MALFORMED, "a version line such as v1", quoted(line));
            return Parsed.damaged(damage.because(new LogFlaw.BadVersionLine(line)));
        }
        if (version > newestKnown) {
            Damage damage = new Damage(at, DamageKind.UNSUPPORTED_VERSION, "at most v" + newestKnown, "v" + version);
            return Parsed.damaged(version, damage.because(new LogFlaw.UnknownVersion(version, newestKnown)));
        }
        return Parsed.intact(version);
    }

    private static int version(String line) {
        if (!line.startsWith("v")) {
            return -1;
        }
        try {
            return Integer.parseInt(line.substring(1));
        } catch (NumberFormatException notNumeric) {
            return -1;
        }
    }

    private static String quoted(String line) {
        return line.length() <= 40 ? '"' + line + '"' : '"' + line.substring(0, 40) + "...\"";
    }
}
