package dev.tidemark.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.query.OperatorDescription.StoreDescription;
import dev.tidemark.source.kafka.Topics;
import org.jspecify.annotations.Nullable;

/** {@link QueryDescription} as JSON, and a draft as YAML that says of each line where it comes from. */
public final class QueryDescriptionWriter {
    private final DraftQuery draft;
    private final List<String> lines = new ArrayList<>();

    private QueryDescriptionWriter(DraftQuery draft) {
        this.draft = draft;
    }

    /** The description as JSON, with the keys of its YAML form. */
    public static JsonObject json(QueryDescription query) {
        JsonObject.Builder json = JsonObject.builder();
        putKnown(json, "spark", query.versions().spark());
        putKnown(json, "delta", query.versions().delta());
        json.put("trigger", trigger(query.trigger()));
        json.put("confs", texts(query.confs()));
        json.put("sources", JsonArray.of(query.sources(), QueryDescriptionWriter::source));
        List<OperatorDescription> operators = query.operators();
        if (operators != null) {
            json.put("operators", JsonArray.of(operators, QueryDescriptionWriter::operator));
        }
        SinkDescription sink = query.sink();
        if (sink != null) {
            json.put("sink", sink(sink));
        }
        return json.build();
    }

    /** A draft as lines of YAML; a comment behind each says whether it is inferred or a guess. */
    public static List<String> yaml(DraftQuery draft) {
        QueryDescriptionWriter writer = new QueryDescriptionWriter(draft);
        writer.write();
        return List.copyOf(writer.lines);
    }

    private void write() {
        QueryDescription query = draft.query();
        lines.add("# A draft of the query, from what its checkpoint shows. Lines marked \"guess\" need a look.");
        String spark = query.versions().spark();
        if (spark != null) {
            line("spark: " + spark, "spark");
        }
        line("trigger: " + trigger(query.trigger()), "trigger");
        if (!query.confs().isEmpty()) {
            lines.add("confs:");
            query.confs().forEach((key, value) -> line("  " + key + ": " + quoted(value), "confs." + key));
        }
        lines.add(query.sources().isEmpty() ? "sources: []  # no batch was planned yet" : "sources:");
        for (int i = 0; i < query.sources().size(); i++) {
            source(query.sources().get(i), "sources[" + i + "]");
        }
        List<OperatorDescription> operators = query.operators();
        if (operators != null) {
            line(operators.isEmpty() ? "operators: []" : "operators:", "operators");
            for (int i = 0; i < operators.size(); i++) {
                operator(operators.get(i), "operators[" + i + "]");
            }
        }
        lines.add(
                "# sink: {format: delta, path: /lake/out, outputMode: append}  # the checkpoint does not know its sink");
    }

    private void source(SourceDescription source, String part) {
        line("  - format: " + quoted(source.format()), part + ".format");
        field("name", source.name(), part);
        field("path", source.path(), part);
        if (source.path() == null && source.format().equals("delta")) {
            lines.add("    # path: /lake/table  # the checkpoint knows the table by its id only");
        }
        if (!source.options().isEmpty()) {
            lines.add("    options:");
            source.options()
                    .forEach((key, value) -> line("      " + key + ": " + quoted(value), part + ".options." + key));
        }
    }

    private void field(String key, @Nullable String value, String part) {
        if (value != null) {
            line("    " + key + ": " + quoted(value), part + "." + key);
        }
    }

    private void operator(OperatorDescription operator, String part) {
        String name = operator.name() == null ? "" : ", name: " + quoted(operator.name());
        String partitions = operator.partitions() == null ? "" : ", partitions: " + operator.partitions();
        line("  - {operatorId: " + operator.operatorId() + name + partitions + "}", part);
    }

    private void line(String text, String part) {
        lines.add(text + "  # " + (draft.origin(part) == DraftQuery.Origin.INFERRED ? "inferred" : "guess"));
    }

    private static String quoted(String value) {
        return value.matches("[A-Za-z/][A-Za-z0-9_./-]*") ? value : new JsonText(value).toString();
    }

    private static String trigger(Trigger trigger) {
        if (trigger instanceof Trigger.ProcessingTime timed && timed.interval() != null) {
            return trigger.word() + " " + timed.interval();
        } else if (trigger instanceof Trigger.Continuous timed && timed.interval() != null) {
            return trigger.word() + " " + timed.interval();
        } else if (trigger instanceof Trigger.RealTime timed && timed.interval() != null) {
            return trigger.word() + " " + timed.interval();
        }
        return trigger.word();
    }

    private static JsonObject source(SourceDescription source) {
        JsonObject.Builder json = JsonObject.builder();
        putKnown(json, "name", source.name());
        json.put("format", source.format());
        putKnown(json, "path", source.path());
        putKnown(json, "schema", source.schema());
        json.put("options", texts(source.options()));
        WatermarkDescription watermark = source.watermark();
        if (watermark != null) {
            json.put(
                    "watermark",
                    JsonObject.builder()
                            .put("column", watermark.column())
                            .put("delay", watermark.delay())
                            .build());
        }
        Topics bounds = source.bounds();
        if (bounds != null) {
            json.put("bounds", bounds(bounds));
        }
        return json.build();
    }

    private static JsonObject bounds(Topics bounds) {
        JsonObject.Builder topics = JsonObject.builder();
        bounds.partitions().forEach((topic, partitions) -> {
            JsonObject.Builder numbered = JsonObject.builder();
            partitions.forEach((number, partition) -> numbered.put(
                    number.toString(),
                    JsonObject.builder()
                            .put("earliest", partition.earliest())
                            .put("latest", partition.latest())
                            .build()));
            topics.put(topic, numbered.build());
        });
        return topics.build();
    }

    private static JsonObject operator(OperatorDescription operator) {
        JsonObject.Builder json = JsonObject.builder().put("operatorId", operator.operatorId());
        putKnown(json, "name", operator.name());
        if (operator.partitions() != null) {
            json.put("partitions", operator.partitions());
        }
        JsonObject.Builder stores = JsonObject.builder();
        operator.stores().forEach((name, store) -> stores.put(name, store(store)));
        return json.put("stores", stores.build()).build();
    }

    private static JsonObject store(StoreDescription store) {
        JsonObject.Builder json = JsonObject.builder();
        putKnown(json, "key", store.key());
        putKnown(json, "value", store.value());
        return json.build();
    }

    private static JsonObject sink(SinkDescription sink) {
        JsonObject.Builder json = JsonObject.builder();
        putKnown(json, "name", sink.name());
        json.put("format", sink.format());
        putKnown(json, "path", sink.path());
        return json.put("outputMode", sink.outputMode())
                .put("options", texts(sink.options()))
                .build();
    }

    private static JsonObject texts(Map<String, String> texts) {
        JsonObject.Builder json = JsonObject.builder();
        texts.forEach(json::put);
        return json.build();
    }

    private static void putKnown(JsonObject.Builder json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
