package dev.tidemark.diagnosis.rules;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;

/** Damages in a finding's words. */
final class Damages {
    private Damages() {}

    /** Whether the bytes were seen, so that the damage is in them. */
    static boolean isReadable(Damage damage) {
        return damage.kind() != DamageKind.UNREADABLE && damage.kind() != DamageKind.TOO_LARGE;
    }

    /** What is wrong, without the place. */
    static String words(Damage damage) {
        if (damage.kind() == DamageKind.EMPTY) {
            return "it is empty";
        } else if (damage.cause() instanceof LogFlaw.NotJson json) {
            return json.kind() == DamageKind.TRUNCATED
                    ? "its JSON ends too early"
                    : "it is no JSON: " + withoutMarker(json.message());
        }
        return "expected " + damage.expected() + ", found " + withoutMarker(damage.found());
    }

    /** Jackson's message without its pointer into a source that it does not show. */
    private static String withoutMarker(String message) {
        int marker = message.indexOf(" (start marker at ");
        return marker < 0 ? message : message.substring(0, marker);
    }
}
