package main

import "errors"

type own struct{ at *int }

func Add(a int, b int) int {
	var numbers []int
	var nothing *own
	switch a {
	case -1:
		panic("text")
	case -2:
		panic(errors.New("error"))
	case -3:
		panic(int8(7))
	case -4:
		return numbers[a+9]
	case -5:
		return *nothing.at
	case -6:
		return a / (b - 1)
	case -7:
		panic(own{})
	}
	return a + b
}
