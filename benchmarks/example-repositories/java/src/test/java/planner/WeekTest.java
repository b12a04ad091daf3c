package planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import planner.Spans.Span;

class WeekTest {
    @Test
    void whatIsBookedIsNotFree() {
        Week week = new Week();
        week.book(60, 120);
        week.book(0, 30);
        assertEquals(List.of(new Span(30, 60), new Span(120, Week.MINUTES)), week.free(1));
    }

    @Test
    void shortGapsCanBeLeftOut() {
        Week week = new Week();
        week.book(0, 30);
        week.book(60, Week.MINUTES);
        assertEquals(List.of(), week.free(31));
    }

    @Test
    void aSpanOutsideOfTheWeekIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Week().book(-1, 5));
    }
}
