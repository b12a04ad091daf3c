package planner;

import java.util.ArrayList;
import java.util.List;
import planner.Spans.Span;

/** A week of one person. */
public final class Week {
    public static final int MINUTES = 7 * 24 * 60;

    private final List<Span> taken = new ArrayList<>();

    /** Takes the time from start to before end. */
    public void book(int start, int end) {
        if (start < 0 || start >= end || end > MINUTES) {
            throw new IllegalArgumentException("no span of a week: " + start + " to " + end);
        }
        taken.add(new Span(start, end));
    }

    /** Free spans of at least so many minutes, in order. */
    public List<Span> free(int atLeast) {
        List<Span> found = new ArrayList<>();
        List<Span> ends = Spans.merged(taken);
        ends.add(new Span(MINUTES, MINUTES));
        int from = 0;
        for (Span span : ends) {
            if (span.start() - from >= atLeast) {
                found.add(new Span(from, span.start()));
            }
            from = span.end();
        }
        return found;
    }
}
