package dev.tidemark.diagnosis.exhibit;

import java.util.List;

import dev.tidemark.stream.StatsSurvey;

/**
 * What the rows of the newest state add up to, as far as they were read.
 *
 * @param surveys an operator each
 * @param notRead what was not read and why, a clause each
 */
public record StateRows(List<StatsSurvey> surveys, List<String> notRead) {
    public StateRows {
        surveys = List.copyOf(surveys);
        notRead = List.copyOf(notRead);
    }
}
