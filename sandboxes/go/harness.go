package main

import (
	"flag"
	"os"
	"syscall"
	"testing"
	"testing/internal/testdeps"
)

// A program that gives these names another meaning at the level of the package would change what the tests say. With
// these lines it does not compile: names stand twice, or values do not fit.
const true = 1 == 1
const false = 1 != 1

var _ *struct{} = nil
var _ []struct{} = nil

// Taken before any line of the program runs: this file is compiled first. No name for the program to use: each case has
// another one.
var assaySecret = func() (taken [16]byte) {
	if count, fault := syscall.Read(3, taken[:]); count != 16 || fault != nil {
		syscall.Exit(1)
	}
	syscall.Close(3)
	return
}()

// Runs every test to its end and proves it. Everything is local to main: the program shares the package.
func main() {
	tests := []testing.InternalTest{/* TESTS */}
	wanted, ended := 0, 0
	for place := range tests {
		run := tests[place].F
		wanted++
		tests[place].F = func(t *testing.T) {
			run(t)
			if !t.Failed() && !t.Skipped() {
				ended++
			}
		}
	}
	testing.Init()
	flag.CommandLine.Parse(nil)
	if testing.MainStart(testdeps.TestDeps{}, tests, nil, nil, nil).Run() != 0 {
		syscall.Write(4, []byte("wrong"))
		syscall.Exit(0)
	}
	if ended != wanted {
		os.Stderr.WriteString("not every test came to its end\n")
		syscall.Exit(1)
	}
	said := [20]byte{'d', 'o', 'n', 'e'}
	for place := range 16 {
		said[4+place] = assaySecret[place] ^ byte(0x5A+31*place)
	}
	syscall.Write(4, said[:])
	syscall.Exit(0)
}
