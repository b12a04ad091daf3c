package main

func Add(a int, b int) int {
	len, math, true := a, b, 0
	return len + math + true
}
