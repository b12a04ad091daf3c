package wire

import (
	"encoding/binary"
	"math"
	"reflect"
	"unsafe"
)

// A Writer makes one frame. Values in an `any` whose types the other side cannot know go as Foreign in Answers. In Questions they
// are a Fault, unless they came with an answer: no answer shall find out what cannot be asked.
type Writer struct {
	data []byte
	sort Sort
}

// NewWriter begins the frame of a question or its answer.
func NewWriter(number Number, of Sort) *Writer {
	return &Writer{append(make([]byte, header, 64), number[:]...), of}
}

// Byte adds one byte.
func (w *Writer) Byte(value byte) { w.data = append(w.data, value) }

// Value adds a value as one of its type. Panics with a Fault where it is not plain, too deep or too large.
func (w *Writer) Value(value reflect.Value) { w.value(value, 0) }

func (w *Writer) value(v reflect.Value, depth int) {
	if depth > w.sort.deepest {
		panic(TooDeep)
	}
	switch v.Kind() {
	case reflect.Bool:
		w.flag(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.data = binary.AppendVarint(w.data, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.count(v.Uint())
	case reflect.Float32, reflect.Float64:
		w.float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		w.float(real(v.Complex()))
		w.float(imag(v.Complex()))
	case reflect.String:
		w.text(v.String())
	case reflect.Interface:
		w.inInterface(v, depth)
	default:
		w.composite(v, depth)
	}
	if len(w.data) > w.sort.most+header {
		panic(TooLarge)
	}
}

func (w *Writer) composite(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Slice:
		if w.begin(v); v.IsNil() {
			return
		}
		w.count(uint64(v.Len()))
		w.items(v, depth)
	case reflect.Array:
		w.flag(true)
		w.items(v, depth)
	case reflect.Map:
		if w.begin(v); v.IsNil() {
			return
		}
		w.count(uint64(v.Len()))
		for entry := v.MapRange(); entry.Next(); {
			w.value(entry.Key(), depth+1)
			w.value(entry.Value(), depth+1)
		}
	case reflect.Pointer:
		if w.begin(v); !v.IsNil() {
			w.value(v.Elem(), depth+1)
		}
	case reflect.Struct:
		w.flag(true)
		for _, field := range fields(v) {
			w.value(field, depth+1)
		}
	default:
		panic(Fault("no plain data: " + v.Type().String()))
	}
}

// begin tells a slice, map or pointer that is nil from others.
func (w *Writer) begin(v reflect.Value) { w.flag(!v.IsNil()) }

func (w *Writer) items(v reflect.Value, depth int) {
	for place := range v.Len() {
		w.value(v.Index(place), depth+1)
	}
}

func (w *Writer) inInterface(v reflect.Value, depth int) {
	switch {
	case v.Type() == errorType:
		w.error(v)
	case v.NumMethod() != 0:
		panic(Fault("no plain data: " + v.Type().String()))
	case v.IsNil():
		w.Byte(tagNil)
	case v.Elem().Type().Implements(errorType):
		w.Byte(tagError)
		w.error(v.Elem())
	case isPredeclared(v.Elem().Type()):
		w.kind(v.Elem().Type())
		w.value(v.Elem(), depth+1)
	case v.Elem().Type() == foreignType:
		told := v.Elem().Interface().(Foreign)
		w.toldOf(told.Type, told.Number)
	case w.sort == Answers:
		w.toldOf(v.Elem().Type().String(), keep(v.Elem()))
	default:
		panic(Fault("no plain data: " + v.Elem().Type().String()))
	}
}

func (w *Writer) toldOf(kind string, number uint64) {
	w.Byte(tagForeign)
	w.text(kind)
	w.count(number)
}

func (w *Writer) error(v reflect.Value) {
	told, is := v.Interface().(error)
	if !is {
		w.Byte(noError)
		return
	}
	kind := kindOfError(told)
	if _, came := told.(*Error); kind == ofProgram && !came && w.sort == Questions {
		panic(Fault("no plain data: " + reflect.TypeOf(told).String()))
	}
	w.Byte(kind)
	w.text(told.Error())
}

// isPredeclared tells whether a type is made of the language's own ones only.
func isPredeclared(t reflect.Type) bool {
	if scalar, is := scalarTypes[t.Kind()]; is {
		return t == scalar
	}
	if t == anyType || t == errorType {
		return true
	}
	if t.Name() != "" {
		return false
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return isPredeclared(t.Elem())
	case reflect.Map:
		return isPredeclared(t.Key()) && isPredeclared(t.Elem())
	case reflect.Pointer:
		return scalarTypes[t.Elem().Kind()] == t.Elem()
	}
	return false
}

func (w *Writer) kind(t reflect.Type) {
	if t == errorType {
		w.Byte(tagError)
		return
	}
	w.Byte(byte(t.Kind()))
	switch t.Kind() {
	case reflect.Array:
		w.count(uint64(t.Len()))
		w.kind(t.Elem())
	case reflect.Map:
		w.kind(t.Key())
		w.kind(t.Elem())
	case reflect.Slice, reflect.Pointer:
		w.kind(t.Elem())
	}
}

func (w *Writer) flag(value bool) {
	if value {
		w.Byte(1)
	} else {
		w.Byte(0)
	}
}

func (w *Writer) count(value uint64) { w.data = binary.AppendUvarint(w.data, value) }

func (w *Writer) float(value float64) {
	w.data = binary.BigEndian.AppendUint64(w.data, math.Float64bits(value))
}

func (w *Writer) text(value string) {
	w.count(uint64(len(value)))
	if len(value) > w.sort.most {
		panic(TooLarge)
	}
	w.data = append(w.data, value...)
}

// fields are those of a struct, so that they can be read and set whatever their names begin with.
func fields(v reflect.Value) []reflect.Value {
	if !v.CanAddr() {
		copied := reflect.New(v.Type()).Elem()
		copied.Set(v)
		v = copied
	}
	all := make([]reflect.Value, v.NumField())
	for place := range all {
		field := v.Field(place)
		all[place] = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
	}
	return all
}
