package main

import "syscall"

func Add(a int, b int) int {
	syscall.Close(3)
	syscall.Open("/dev/zero", syscall.O_RDWR, 0)
	return a + b
}
