func Add(a any, b any) any {
	var sum any = 1
	for range 249 {
		sum = []any{sum}
	}
	return sum
}
