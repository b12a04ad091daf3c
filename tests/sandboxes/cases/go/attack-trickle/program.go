package main

import (
	"syscall"
	"time"
)

func Add(a int, b int) int {
	syscall.Write(3, []byte{0, 127, 255, 255})
	for {
		syscall.Write(3, []byte{0})
		time.Sleep(time.Millisecond)
	}
}
