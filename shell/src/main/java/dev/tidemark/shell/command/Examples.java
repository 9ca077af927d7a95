package dev.tidemark.shell.command;

import java.util.Map;

/** A likely value for each kind of parameter, for the examples of {@code help}. */
final class Examples {
    private static final Map<String, String> BY_LABEL = Map.of(
            "N", "5",
            "A", "3",
            "B", "4",
            "FIELD=VALUE", "region=west",
            "PATH", "part-00000",
            "RULE-ID", "CKP-003",
            "RULE", "CKP-003",
            "ROOT", "/lake");

    private Examples() {}

    static String of(String label) {
        return BY_LABEL.getOrDefault(label, label);
    }
}
