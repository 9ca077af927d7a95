package dev.tidemark.state.operator;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.Damage;

/** Collects damages; of rows that do not fit their schema only the first few, as one cause damages all of them. */
final class DamageLog {
    private static final int MOST_ROWS = 20;
    private static final int MOST_PLACES = 3;

    private final List<Damage> damages = new ArrayList<>();
    private final List<Damage> ofRows = new ArrayList<>();
    private int rows;

    void add(List<Damage> more) {
        damages.addAll(more);
    }

    /** Whether so few rows were damaged yet that finding where the next one stands is worth reading files again. */
    boolean wantsPlaces() {
        return rows < MOST_PLACES;
    }

    void addRow(Damage damage) {
        rows++;
        if (rows <= MOST_ROWS) {
            damages.add(damage);
            ofRows.add(damage);
        }
    }

    /** Those of rows alone, the first few. */
    List<Damage> ofRows() {
        return List.copyOf(ofRows);
    }

    List<Damage> all() {
        if (rows > MOST_ROWS) {
            Damage last = damages.get(damages.size() - 1);
            damages.add(new Damage(
                    last.at(), last.kind(), "rows that fit their schema", rows - MOST_ROWS + " more that do not"));
        }
        return List.copyOf(damages);
    }
}
