package planner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import planner.Spans.Span;

class SpansTest {
    @Test
    void overlappingSpansBecomeOne() {
        assertEquals(List.of(new Span(1, 5)), Spans.merged(List.of(new Span(2, 5), new Span(1, 3))));
    }

    @Test
    void touchingSpansBecomeOne() {
        assertEquals(List.of(new Span(1, 3)), Spans.merged(List.of(new Span(1, 2), new Span(2, 3))));
    }

    @Test
    void aSpanInsideOfAnotherVanishes() {
        assertEquals(List.of(new Span(1, 9)), Spans.merged(List.of(new Span(1, 9), new Span(2, 3))));
    }

    @Test
    void emptySpansVanish() {
        assertEquals(List.of(), Spans.merged(List.of(new Span(4, 4))));
    }

    @Test
    void minutesThatAreCoveredTwiceCountOnce() {
        assertEquals(15, Spans.length(List.of(new Span(0, 10), new Span(5, 15))));
    }
}
