package main

// сумма
func Add(a int, b int) int {
	größe := "größe"
	return a + b + len([]rune(größe)) - 5
}
