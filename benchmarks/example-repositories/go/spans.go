// Package planner knows the appointments of a week: the example of a repository in Go.
package planner

import "sort"

// Span is the time from minute Start to before minute End.
type Span struct{ Start, End int }

// Merged returns the same time in as few spans as possible, in order. Spans that touch become one; empty ones vanish. The
// argument stays as it was.
func Merged(spans []Span) []Span {
	ordered := append([]Span(nil), spans...)
	sort.Slice(ordered, func(i, j int) bool { return ordered[i].Start < ordered[j].Start })
	joined := []Span{}
	for _, span := range ordered {
		last := len(joined) - 1
		switch {
		case span.Start >= span.End:
		case last >= 0 && span.Start <= joined[last].End:
			joined[last].End = max(joined[last].End, span.End)
		default:
			joined = append(joined, span)
		}
	}
	return joined
}

// Length returns how many minutes the spans cover together.
func Length(spans []Span) int {
	total := 0
	for _, span := range Merged(spans) {
		total += span.End - span.Start
	}
	return total
}
