package planner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Spans of time. The example of a repository in Java. */
public final class Spans {
    /** The time from minute start to before minute end. */
    public record Span(int start, int end) {
    }

    private Spans() {
    }

    /**
     * The same time in as few spans as possible, in order. Spans that touch become one; empty ones vanish. The argument stays
     * as it was.
     */
    public static List<Span> merged(List<Span> spans) {
        List<Span> ordered = new ArrayList<>(spans);
        ordered.sort(Comparator.comparingInt(Span::start));
        List<Span> joined = new ArrayList<>();
        for (Span span : ordered) {
            if (span.start() >= span.end()) {
                continue;
            }
            int last = joined.size() - 1;
            if (last >= 0 && span.start() <= joined.get(last).end()) {
                Span before = joined.get(last);
                joined.set(last, new Span(before.start(), Math.max(before.end(), span.end())));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }

    /** How many minutes the spans cover together. */
    public static int length(List<Span> spans) {
        return merged(spans).stream().mapToInt(span -> span.end() - span.start()).sum();
    }
}
