package main

import (
	"sync"
)

func Add(a int, b int) int {
	numbers := make(chan int, 2)
	var both sync.WaitGroup
	for _, one := range []int{a, b} {
		both.Add(1)
		go func() {
			defer both.Done()
			numbers <- one
		}()
	}
	both.Wait()
	return <-numbers + <-numbers
}
