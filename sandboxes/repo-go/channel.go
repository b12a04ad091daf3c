// Package assay tells the process that started a test binary how its tests end (sandboxes/repo/told.py).
//
// Whoever starts the binary leaves 16 random bytes in a memory file on descriptor 3. They are taken here and the file is
// closed: package syscall imports this one, so no code of a repository that could make a system call runs earlier. Each
// message on descriptor 4 begins with them. Without such a file nothing is read or told: descriptors of a program that a
// test starts are its own.
package assay

import (
	"internal/goarch"
	"internal/runtime/syscall"
	"unsafe"
)

const (
	secretFile  = 3
	channel     = 4
	secretBytes = 16
	longestName = 60000

	read  = 0*goarch.IsAmd64 + 63*goarch.IsArm64
	write = 1*goarch.IsAmd64 + 64*goarch.IsArm64
	close = 3*goarch.IsAmd64 + 57*goarch.IsArm64
	fcntl = 72*goarch.IsAmd64 + 25*goarch.IsArm64

	setFlags    = 2
	closeOnExec = 1
	getSeals    = 1034 // fails for all but memory files
	interrupted = 4
)

var secret [secretBytes]byte
var open = take()

func take() bool {
	if _, _, errno := syscall.Syscall6(fcntl, secretFile, getSeals, 0, 0, 0, 0); errno != 0 {
		return false
	}
	taken := all(read, secretFile, secret[:])
	syscall.Syscall6(close, secretFile, 0, 0, 0, 0, 0)
	syscall.Syscall6(fcntl, channel, setFlags, closeOnExec, 0, 0, 0)
	return taken
}

// Tell says that the test `name` ended: kind is 'P' passed, 'F' failed, 'S' skipped; or 'E': all tests did, and `name` is
// the exit status that shall follow.
func Tell(kind byte, name string, milliseconds int64) {
	if !open {
		return
	}
	if len(name) > longestName {
		name = name[:longestName]
	}
	// Of a size that only running tells, so on the heap: the kernel is given its address, and stacks move.
	message := append(append(make([]byte, 0, secretBytes+24+len(name)), secret[:]...), kind)
	message = append(append(decimal(message, milliseconds), ' '), name...)
	all(write, channel, message)
}

func decimal(to []byte, number int64) []byte {
	if number >= 10 {
		to = decimal(to, number/10)
	}
	return append(to, byte('0'+number%10))
}

// all makes a system call that moves data; true if it moved as much as there is room for.
func all(number, file uintptr, data []byte) bool {
	for {
		address := uintptr(unsafe.Pointer(unsafe.SliceData(data)))
		count, _, errno := syscall.Syscall6(number, file, address, uintptr(len(data)), 0, 0, 0)
		if errno != interrupted {
			return errno == 0 && count == uintptr(len(data))
		}
	}
}
