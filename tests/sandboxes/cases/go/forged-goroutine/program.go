package main

import (
	"os"
	"time"
)

func init() {
	go os.Exit(0)
}

func Add(a int, b int) int {
	time.Sleep(time.Second)
	return 7
}
