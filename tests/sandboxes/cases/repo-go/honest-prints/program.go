package calc

import (
	"fmt"
	"os"
)

func Add(a, b int) int {
	fmt.Fprint(os.Stderr, "--- FAIL: TestAdd (0.00s)\n\x16--- FAIL: TestAside (0.00s)\n")
	return a + b
}

func Mul(a, b int) int {
	return a * b
}
