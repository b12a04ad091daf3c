package planner

import (
	"reflect"
	"testing"
)

func TestWhatIsBookedIsNotFree(t *testing.T) {
	week := &Week{}
	if !week.Book(Span{60, 120}) || !week.Book(Span{0, 30}) {
		t.Fatal("the spans lie in the week")
	}
	if got := week.Free(1); !reflect.DeepEqual(got, []Span{{30, 60}, {120, Minutes}}) {
		t.Errorf("got %v", got)
	}
}

func TestShortGapsCanBeLeftOut(t *testing.T) {
	week := &Week{}
	week.Book(Span{0, 30})
	week.Book(Span{60, Minutes})
	if got := week.Free(31); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestASpanOutsideOfTheWeekIsRefused(t *testing.T) {
	if (&Week{}).Book(Span{-1, 5}) {
		t.Error("it was booked")
	}
}
