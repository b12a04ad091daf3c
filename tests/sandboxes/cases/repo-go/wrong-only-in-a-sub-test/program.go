package calc

func Add(a, b int) int {
	if a < 0 {
		return 1
	}
	return a + b
}

func Mul(a, b int) int {
	return a * b
}
