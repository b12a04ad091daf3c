// Package serving is the program's side: it answers the judge's calls with what the program's function makes of them.
package serving

import (
	"reflect"
	"syscall"

	"assay/wire"
)

const link = 3 // to the judge

// Serve answers calls of a function until the judge is gone, and leaves at once. A result that cannot be carried, or a function
// that ends its goroutine, ends the process: that is no answer.
func Serve(function any) {
	called := reflect.ValueOf(function)
	for {
		frame, ok := wire.ReadFrame(link, wire.Questions)
		if !ok {
			syscall.Exit(0)
		}
		var answer *wire.Writer
		if fault := wire.Caught(func() { answer = answered(called, frame) }); fault != "" {
			fail(string(fault))
		}
		if !answer.Send(link) {
			syscall.Exit(0)
		}
	}
}

func answered(called reflect.Value, frame []byte) *wire.Writer {
	number, question := wire.NewReader(frame, wire.Questions)
	arguments := make([]reflect.Value, called.Type().NumIn())
	for place := range arguments {
		arguments[place] = question.Value(called.Type().In(place))
	}
	question.End()
	results, raised := call(called, arguments)
	answer := wire.NewWriter(number, wire.Answers)
	if raised != nil {
		answer.Byte(wire.Raised)
		answer.Value(reflect.ValueOf(&raised).Elem())
		return answer
	}
	answer.Byte(wire.Returned)
	for _, result := range results {
		answer.Value(result)
	}
	return answer
}

// call returns the results, or what the function panicked with, which is never nil.
func call(called reflect.Value, arguments []reflect.Value) (results []reflect.Value, raised any) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if raised = recover(); raised == nil {
			fail("the function ended its goroutine")
		}
	}()
	if called.Type().IsVariadic() {
		results = called.CallSlice(arguments)
	} else {
		results = called.Call(arguments)
	}
	returned = true
	return
}

func fail(why string) {
	syscall.Write(2, []byte("no answer: "+why+"\n"))
	syscall.Exit(1)
}
