package calc

func Add(a, b int) int {
	return 0
}

func Mul(a, b int) int {
	return 0
}
