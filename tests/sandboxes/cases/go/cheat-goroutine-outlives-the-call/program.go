package main

import (
	"os"
	"time"
)

func Add(a int, b int) int {
	go func() {
		time.Sleep(50 * time.Millisecond)
		os.Exit(0)
	}()
	return 7
}
