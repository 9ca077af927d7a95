package dev.tidemark.checkpoint.offset;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a version 2 offset file may say of a batch that moves no data. Authority: Spark 4.2 ControlBatchInfo. */
public record ControlBatch(String operationType, Map<String, String> operationInfo) {
    public ControlBatch {
        operationInfo = Collections.unmodifiableMap(new LinkedHashMap<>(operationInfo));
    }
}
