// Package wire carries calls between tests and the program that they judge: frames of bytes over a socket, and plain values in
// them. What a program sends is hostile: whatever is wrong with it is a Fault, before anything large is reserved for it.
package wire

import "syscall"

// A Sort of frames has limits of its own: bytes of a frame, and values in values.
type Sort struct{ most, deepest int }

// Questions are the tests' own and may be far larger than Answers, so that what a program has answered can be part of them.
var (
	Questions = Sort{64 << 20, 5000}
	Answers   = Sort{8 << 20, 500}
)

const header = 4 // bytes of length, big-endian

// A Number names a question. An answer bears that of its question, so none can be sent ahead.
type Number [8]byte

// What an answer begins with, after its number: results follow, or what the function panicked with.
const (
	Returned = 1
	Raised   = 2
)

// ReadFrame returns the next frame; ok is false where the link has ended or what comes is no frame.
func ReadFrame(link int, of Sort) (frame []byte, ok bool) {
	var length [header]byte
	if !readFull(link, length[:]) {
		return nil, false
	}
	size := int(length[0])<<24 | int(length[1])<<16 | int(length[2])<<8 | int(length[3])
	if size > of.most {
		return nil, false
	}
	frame = make([]byte, size)
	return frame, readFull(link, frame)
}

func readFull(link int, into []byte) bool {
	for len(into) > 0 {
		count, fault := syscall.Read(link, into)
		if fault == syscall.EINTR {
			continue
		}
		if fault != nil || count <= 0 {
			return false
		}
		into = into[count:]
	}
	return true
}

// Send writes the frame; false where nobody reads it any more.
func (w *Writer) Send(link int) bool {
	size := len(w.data) - header
	w.data[0], w.data[1], w.data[2], w.data[3] = byte(size>>24), byte(size>>16), byte(size>>8), byte(size)
	for left := w.data; len(left) > 0; {
		count, fault := syscall.Write(link, left)
		if fault == syscall.EINTR {
			continue
		}
		if fault != nil {
			return false
		}
		left = left[count:]
	}
	return true
}
