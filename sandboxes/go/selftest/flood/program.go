package main

import (
	"fmt"
)

func Add(a int, b int) int {
	for {
		fmt.Println("all work and no play")
	}
}
