package main

func count(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + count(n-1)
}

func Add(a int, b int) int {
	return count(1000000) - 1000000 + a + b
}
