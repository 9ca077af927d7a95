package dev.tidemark.engine;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;

/** What the stateful operators ask of the loop. Authority: Spark 4.1 shouldRunAnotherBatch of each operator. */
final class Operators {
    private final QueryDescription query;

    private final Map<Long, String> recordedNames;
    private final Map<Long, Set<TimeMode>> timeModes;

    /**
     * The operators of a query.
     *
     * @param recordedNames by operator id, for operators that the description does not name
     * @param timeModes which it can be, by operator id; of an operator that is not there it can be any
     */
    Operators(QueryDescription query, Map<Long, String> recordedNames, Map<Long, Set<TimeMode>> timeModes) {
        this.query = query;
        this.recordedNames = recordedNames;
        this.timeModes = timeModes;
    }

    /** Whether the description says which stateful operators there are. */
    boolean areKnown() {
        return query.operators() != null;
    }

    /** The stateful operators, none when the description says nothing. */
    List<OperatorDescription> all() {
        List<OperatorDescription> operators = query.operators();
        return operators == null ? List.of() : operators;
    }

    /**
     * Whether some operator wants a batch without data.
     *
     * @param usedMs the watermark with which the batch before evicted
     * @param nextMs the watermark of the batch in question
     * @throws UndecidedException when the description does not tell
     */
    boolean wantNoDataBatch(long usedMs, long nextMs) {
        boolean wants = false;
        for (OperatorDescription operator : all()) {
            wants |= wantsNoDataBatch(operator, usedMs, nextMs);
        }
        return wants;
    }

    private boolean wantsNoDataBatch(OperatorDescription operator, long usedMs, long nextMs) {
        String known = operator.name() == null ? recordedNames.get(operator.operatorId()) : operator.name();
        String name = known == null ? "" : known.toLowerCase(Locale.ROOT);
        boolean isForward = nextMs > usedMs;
        if (name.startsWith("globallimit") || name.startsWith("statefullimit")) {
            return false;
        }
        if (name.startsWith("statestoresave") || name.startsWith("sessionwindowstatestoresave")) {
            SinkDescription sink = query.sink();
            String mode = sink == null ? "append" : sink.outputMode().toLowerCase(Locale.ROOT);
            return isForward && !mode.equals("complete");
        }
        if (name.startsWith("dedupe") || name.startsWith("symmetrichashjoin")) {
            return isForward;
        }
        if (name.contains("groupswithstate") || name.contains("transformwithstate")) {
            Set<Boolean> answers = timeModes.getOrDefault(operator.operatorId(), TimeMode.any()).stream()
                    .map(mode -> mode.wantsNoDataBatch(isForward))
                    .collect(Collectors.toSet());
            if (answers.size() != 1) {
                throw new UndecidedException("whether operator " + operator.operatorId() + " (" + operator.name()
                        + ") asks for a batch without data depends on its time mode, which neither the query description"
                        + " nor the checkpoint says");
            }
            return answers.contains(true);
        }
        if (isForward) {
            throw new UndecidedException("whether operator " + operator.operatorId() + " (" + operator.name()
                    + ") asks for a batch without data is not known");
        }
        return false;
    }
}
