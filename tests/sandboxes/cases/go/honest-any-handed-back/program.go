type sum struct{ value int }
type list []int

func Add(a any, b any) any {
	switch first := a.(type) {
	case sum:
		return first.value + b.(int)
	case list:
		return first[0] + b.(int)
	case []int:
		return list(first)
	}
	return sum{a.(int) + b.(int)}
}
