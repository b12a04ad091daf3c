package planner

// Minutes of a week.
const Minutes = 7 * 24 * 60

// Week of one person.
type Week struct{ taken []Span }

// Book takes a span, and says whether it lies in the week.
func (w *Week) Book(span Span) bool {
	if span.Start < 0 || span.Start >= span.End || span.End > Minutes {
		return false
	}
	w.taken = append(w.taken, span)
	return true
}

// Free returns the free spans of at least so many minutes, in order.
func (w *Week) Free(atLeast int) []Span {
	found, from := []Span{}, 0
	for _, span := range append(Merged(w.taken), Span{Minutes, Minutes}) {
		if span.Start-from >= atLeast {
			found = append(found, Span{from, span.Start})
		}
		from = span.End
	}
	return found
}
