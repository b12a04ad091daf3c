package planner

import (
	"reflect"
	"testing"
)

func TestMerged(t *testing.T) {
	for name, test := range map[string]struct{ spans, wanted []Span }{
		"none":      {nil, []Span{}},
		"one":       {[]Span{{1, 2}}, []Span{{1, 2}}},
		"unordered": {[]Span{{3, 4}, {1, 2}}, []Span{{1, 2}, {3, 4}}},
		"over":      {[]Span{{1, 3}, {2, 5}}, []Span{{1, 5}}},
		"inside":    {[]Span{{1, 9}, {2, 3}, {8, 9}}, []Span{{1, 9}}},
		"touching":  {[]Span{{1, 2}, {2, 3}}, []Span{{1, 3}}},
		"empty":     {[]Span{{4, 4}}, []Span{}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Merged(test.spans); !reflect.DeepEqual(got, test.wanted) {
				t.Errorf("got %v, want %v", got, test.wanted)
			}
		})
	}
}

func TestTheArgumentStays(t *testing.T) {
	spans := []Span{{3, 4}, {1, 2}}
	Merged(spans)
	if spans[0].Start != 3 {
		t.Error("the argument was sorted")
	}
}

func TestLengthCountsMinutesOnce(t *testing.T) {
	if got := Length([]Span{{0, 10}, {5, 15}}); got != 15 {
		t.Errorf("got %d", got)
	}
}
