package wire

import (
	"errors"
	"reflect"
	"runtime"
)

const (
	maxTypeDepth = 32  // of the type of a value in an `any`
	maxTypes     = 256 // made for values in an `any`: the runtime keeps each for ever
)

// A Fault is why something cannot be carried, or cannot have been sent by an honest program.
type Fault string

// Faults of values whose types are plain.
const (
	TooDeep  Fault = "values in values, without end or too deep"
	TooLarge Fault = "too large"
)

// Foreign stands for a value in an `any` whose type only the program knows. It equals nothing that tests can write. The program
// keeps the value, by this number, and has it again where the tests hand it back.
type Foreign struct {
	Type   string
	Number uint64
}

// What this process, if it is the program's, has sent as Foreign; and the numbers of those that can be compared.
var (
	kept    []reflect.Value
	numbers = map[any]uint64{}
)

func keep(v reflect.Value) uint64 {
	if !v.Comparable() {
		kept = append(kept, v)
		return uint64(len(kept) - 1)
	}
	number, known := numbers[v.Interface()]
	if !known {
		number = uint64(len(kept))
		kept = append(kept, v)
		numbers[v.Interface()] = number
	}
	return number
}

// Error stands for an error of a type that only the program knows.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// RuntimeError stands for an error of the runtime, such as an index out of range.
type RuntimeError struct{ Message string }

func (e *RuntimeError) Error() string { return e.Message }

// RuntimeError makes it a runtime.Error.
func (*RuntimeError) RuntimeError() {}

var (
	errorType   = reflect.TypeFor[error]()
	anyType     = reflect.TypeFor[any]()
	foreignType = reflect.TypeFor[Foreign]()
	plainError  = reflect.TypeOf(errors.New(""))
	scalarTypes = map[reflect.Kind]reflect.Type{
		reflect.Bool: reflect.TypeFor[bool](), reflect.String: reflect.TypeFor[string](),
		reflect.Int: reflect.TypeFor[int](), reflect.Int8: reflect.TypeFor[int8](), reflect.Int16: reflect.TypeFor[int16](),
		reflect.Int32: reflect.TypeFor[int32](), reflect.Int64: reflect.TypeFor[int64](),
		reflect.Uint: reflect.TypeFor[uint](), reflect.Uint8: reflect.TypeFor[uint8](), reflect.Uint16: reflect.TypeFor[uint16](),
		reflect.Uint32: reflect.TypeFor[uint32](), reflect.Uint64: reflect.TypeFor[uint64](),
		reflect.Uintptr: reflect.TypeFor[uintptr](),
		reflect.Float32: reflect.TypeFor[float32](), reflect.Float64: reflect.TypeFor[float64](),
		reflect.Complex64: reflect.TypeFor[complex64](), reflect.Complex128: reflect.TypeFor[complex128](),
	}
)

// The first byte of a value in an `any`: nothing, an error, a Foreign, or else its reflect.Kind, with what the type is made of.
const (
	tagNil     = byte(reflect.Invalid)
	tagError   = 0xE0
	tagForeign = 0xF0
)

// The first byte of an error.
const (
	noError = iota
	ofLibrary
	ofProgram
	ofRuntime
)

// Caught does something and returns the Fault that ended it, or "".
func Caught(do func()) (fault Fault) {
	defer func() {
		if raised := recover(); raised != nil {
			known := false
			if fault, known = raised.(Fault); !known {
				panic(raised)
			}
		}
	}()
	do()
	return ""
}

func kindOfError(e error) byte {
	if _, is := e.(runtime.Error); is {
		return ofRuntime
	}
	if reflect.TypeOf(e) == plainError {
		return ofLibrary
	}
	return ofProgram
}

// leastSize is how many bytes a value of this type takes at least. No value takes none, so what is left of a frame bounds
// how many may be reserved.
func leastSize(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Array:
		return 1 + t.Len()*leastSize(t.Elem())
	case reflect.Struct:
		size := 1
		for place := range t.NumField() {
			size += leastSize(t.Field(place).Type)
		}
		return size
	}
	return 1
}
