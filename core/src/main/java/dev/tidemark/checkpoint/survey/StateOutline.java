package dev.tidemark.checkpoint.survey;

import java.util.List;

import dev.tidemark.checkpoint.log.NameTally;
import dev.tidemark.evidence.Location;

/**
 * The directories below {@code state}, by name alone.
 *
 * @param operators by id
 * @param foreign other names
 */
public record StateOutline(List<Operator> operators, NameTally foreign) {
    /** No state. */
    public static final StateOutline NONE = new StateOutline(List.of(), NameTally.NONE);

    /**
     * One stateful operator.
     *
     * @param partitions how many partition directories it has
     * @param stores names of its stores as partition 0 has them; empty when it has but the unnamed default store
     */
    public record Operator(long operatorId, long partitions, List<String> stores) {
        public Operator {
            stores = List.copyOf(stores);
        }
    }

    public StateOutline {
        operators = List.copyOf(operators);
    }

    /** Whether nothing at all lies there. */
    public boolean isEmpty() {
        return operators.isEmpty() && foreign.isEmpty();
    }

    /** Where it stands. */
    public Location at() {
        return Location.of("state");
    }
}
