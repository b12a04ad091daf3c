package main

var table = [100 << 20]int{1, 99 << 20: 1}

func Add(a int, b int) int {
	return table[a]
}
