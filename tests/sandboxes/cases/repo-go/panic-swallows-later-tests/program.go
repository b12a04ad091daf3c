package calc

func Add(a, b int) int {
	go panic("later")
	for a != b {
	}
	return a
}

func Mul(a, b int) int {
	return a * b
}
