package dev.tidemark.render;

import dev.tidemark.report.Tone;

/** Whether and how tones become colours on a terminal. */
public enum Palette {
    /** Bytes for files and pipes: no escape sequence at all. */
    PLAIN {
        @Override
        String paint(Tone tone, String text) {
            return text;
        }

        @Override
        String bold(String text) {
            return text;
        }
    },
    /** ANSI's eight colours, which every terminal theme maps to readable ones. */
    ANSI {
        @Override
        String paint(Tone tone, String text) {
            String code = switch (tone) {
                case PLAIN -> "";
                case GOOD -> "32";
                case WARN -> "33";
                case BAD -> "31";
                case UNKNOWN -> "35";
                case FAINT -> "2";
            };
            return code.isEmpty() || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
        }

        @Override
        String bold(String text) {
            return "\u001b[1m" + text + "\u001b[0m";
        }
    };

    abstract String paint(Tone tone, String text);

    abstract String bold(String text);
}
