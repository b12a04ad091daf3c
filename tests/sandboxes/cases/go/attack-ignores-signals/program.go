package main

import (
	"os/signal"
)

func Add(a int, b int) int {
	signal.Ignore()
	for {
	}
}
