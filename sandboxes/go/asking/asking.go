// Package asking is the judge's side: what tests call in the place of the program's function.
package asking

import (
	"reflect"
	"sync"
	"syscall"

	"assay/wire"
)

const (
	said = 4 // where the harness tells how it ended
	link = 5 // to the program
)

var turn sync.Mutex // tests may call from several goroutines, and the program answers one question at a time

// Proxy returns a function that has the program, at the other end of the link, answer. What it panics with, this panics with.
// Arguments that are no plain data end this process with "inside"; a program that is gone, or sends what no honest one does,
// with "gone".
func Proxy[F any]() F {
	of := reflect.TypeFor[F]()
	return reflect.MakeFunc(of, func(arguments []reflect.Value) []reflect.Value { return ask(of, arguments) }).Interface().(F)
}

func ask(of reflect.Type, arguments []reflect.Value) []reflect.Value {
	turn.Lock()
	defer turn.Unlock()
	number := newNumber()
	question := wire.NewWriter(number, wire.Questions)
	switch wire.Caught(func() { writeAll(question, arguments) }) {
	case "":
	case wire.TooDeep, wire.TooLarge: // perhaps by what the program has answered before: that must not choose its judge
		end("gone")
	default:
		end("inside")
	}
	if !question.Send(link) {
		end("gone")
	}
	frame, ok := wire.ReadFrame(link, wire.Answers)
	if !ok {
		end("gone")
	}
	var results []reflect.Value
	var raised any
	if wire.Caught(func() { results, raised = read(frame, number, of) }) != "" {
		end("gone")
	}
	if raised != nil {
		panic(raised)
	}
	return results
}

// newNumber asks the kernel. Package crypto/rand would bring all that certified cryptography needs.
func newNumber() (number wire.Number) {
	source, fault := syscall.Open("/dev/urandom", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if fault == nil {
		defer syscall.Close(source)
		var count int
		if count, fault = syscall.Read(source, number[:]); count == len(number) {
			return
		}
	}
	panic("no random number to be had")
}

func writeAll(question *wire.Writer, arguments []reflect.Value) {
	for _, argument := range arguments {
		question.Value(argument)
	}
}

// read takes an answer apart: the results, or what the program's function panicked with.
func read(frame []byte, number wire.Number, of reflect.Type) (results []reflect.Value, raised any) {
	answered, answer := wire.NewReader(frame, wire.Answers)
	if answered != number {
		panic(wire.Fault("no answer to this question"))
	}
	switch answer.Byte() {
	case wire.Returned:
		for place := range of.NumOut() {
			results = append(results, answer.Value(of.Out(place)))
		}
	case wire.Raised:
		if raised = answer.Value(reflect.TypeFor[any]()).Interface(); raised == nil {
			panic(wire.Fault("no function panics with nothing"))
		}
	default:
		panic(wire.Fault("neither results nor a panic"))
	}
	answer.End()
	return
}

// end says how this ended and leaves at once.
func end(how string) {
	syscall.Write(said, []byte(how))
	syscall.Exit(0)
}
