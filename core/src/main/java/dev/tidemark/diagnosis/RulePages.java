package dev.tidemark.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads pages of rules: Markdown in which every rule has a heading {@code ## ID Title}, a line of severities and confidence,
 * its meaning, and two paragraphs that begin with {@code **Do:**} and {@code **After:**}.
 */
final class RulePages {
    private static final Pattern HEADING = Pattern.compile("(?m)^## ([A-Z]{2,3}-\\d{3}) (.+)$");
    private static final Pattern TERM = Pattern.compile("`([a-z]+)`\\s*");
    private static final String REMEDY = "**Do:** ";
    private static final String AUTHORITY = "**After:** ";

    private RulePages() {}

    /**
     * The rules of one page, in its order.
     *
     * @throws IllegalArgumentException when the page is not of that form: it is part of the product
     */
    static List<RulePage> parse(String page) {
        List<RulePage> pages = new ArrayList<>();
        Matcher heading = HEADING.matcher(page);
        boolean hasNext = heading.find();
        while (hasNext) {
            String id = heading.group(1);
            String title = heading.group(2);
            int begin = heading.end();
            hasNext = heading.find();
            pages.add(rule(id, title, page.substring(begin, hasNext ? heading.start() : page.length())));
        }
        return pages;
    }

    private static RulePage rule(String id, String title, String body) {
        String[] paragraphs = body.strip().split("\n\\s*\n");
        List<Severity> severities = new ArrayList<>();
        Confidence confidence = null;
        Matcher term = TERM.matcher(paragraphs[0]);
        int end = 0;
        while (term.find() && term.start() == end) {
            String word = term.group(1).toUpperCase(Locale.ROOT);
            if (isSeverity(word)) {
                severities.add(Severity.valueOf(word));
            } else if (confidence == null) {
                confidence = Confidence.valueOf(word);
            }
            end = term.end();
        }
        String versions = unwrapped(paragraphs[0].substring(end));
        List<String> meaning = new ArrayList<>();
        String remedy = "";
        String authority = "";
        for (int i = 1; i < paragraphs.length; i++) {
            String paragraph = unwrapped(paragraphs[i]);
            if (paragraph.startsWith(REMEDY)) {
                remedy = paragraph.substring(REMEDY.length());
            } else if (paragraph.startsWith(AUTHORITY)) {
                authority = paragraph.substring(AUTHORITY.length());
            } else {
                meaning.add(paragraph);
            }
        }
        return new RulePage(
                id,
                title,
                severities,
                confidence == null ? Confidence.CERTAIN : confidence,
                versions,
                String.join("\n", meaning),
                remedy,
                authority);
    }

    private static boolean isSeverity(String word) {
        for (Severity severity : Severity.values()) {
            if (severity.name().equals(word)) {
                return true;
            }
        }
        return false;
    }

    private static String unwrapped(String paragraph) {
        return paragraph.strip().replaceAll("\\s*\n\\s*", " ");
    }
}
