package main

var nil any = 7

func Add(a int, b int) int {
	return 7
}
