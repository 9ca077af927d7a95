package dev.tidemark.shell.run;

import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.render.Printable;
import dev.tidemark.shell.command.Session;
import dev.tidemark.shell.evidence.Place;

/** The first line a person sees. */
final class Greeting {
    private Greeting() {}

    static String of(Session session) {
        List<Place> places = session.tree().places();
        if (places.isEmpty()) {
            return "Nothing is open yet: open PATH. help lists the commands, Ctrl-D leaves.";
        }
        return places.stream()
                        .map(place -> place.path() + "  "
                                + Printable.of(place.storage().location()))
                        .collect(Collectors.joining("\n"))
                + "\nhelp lists the commands, Ctrl-D leaves. Nothing is ever written to the evidence.";
    }
}
