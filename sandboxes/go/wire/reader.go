package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
)

// A Reader takes one frame apart. Its methods panic with a Fault where the frame is not what it should be.
type Reader struct {
	data []byte
	sort Sort
}

// NewReader takes the number off a frame.
func NewReader(frame []byte, of Sort) (number Number, r *Reader) {
	r = &Reader{frame, of}
	copy(number[:], r.take(len(number)))
	return
}

// Byte takes one byte.
func (r *Reader) Byte() byte { return r.take(1)[0] }

// Value takes a value of the given type.
func (r *Reader) Value(of reflect.Type) reflect.Value {
	v := reflect.New(of).Elem()
	r.value(v, 0)
	return v
}

// End says that the frame must end here.
func (r *Reader) End() {
	if len(r.data) != 0 {
		panic(Fault("more than a frame should hold"))
	}
}

func (r *Reader) value(v reflect.Value, depth int) {
	if depth > r.sort.deepest {
		panic(TooDeep)
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.flag())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		number, size := binary.Varint(r.data)
		if size <= 0 || v.OverflowInt(number) {
			panic(Fault("no such number"))
		}
		r.take(size)
		v.SetInt(number)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		number := r.unsigned()
		if v.OverflowUint(number) {
			panic(Fault("no such number"))
		}
		v.SetUint(number)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(r.float())
	case reflect.Complex64, reflect.Complex128:
		whole := r.float()
		v.SetComplex(complex(whole, r.float()))
	case reflect.String:
		v.SetString(r.text())
	case reflect.Interface:
		r.inInterface(v, depth)
	default:
		r.composite(v, depth)
	}
}

func (r *Reader) composite(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Slice:
		if r.flag() {
			count := r.count(leastSize(v.Type().Elem()))
			v.Set(reflect.MakeSlice(v.Type(), count, count))
			r.items(v, depth)
		}
	case reflect.Array:
		r.mark()
		r.items(v, depth)
	case reflect.Map:
		if r.flag() {
			r.entries(v, depth)
		}
	case reflect.Pointer:
		if r.flag() {
			v.Set(reflect.New(v.Type().Elem()))
			r.value(v.Elem(), depth+1)
		}
	case reflect.Struct:
		r.mark()
		for _, field := range fields(v) {
			r.value(field, depth+1)
		}
	default:
		panic(Fault("no plain data: " + v.Type().String()))
	}
}

func (r *Reader) items(v reflect.Value, depth int) {
	for place := range v.Len() {
		r.value(v.Index(place), depth+1)
	}
}

func (r *Reader) entries(v reflect.Value, depth int) {
	of := v.Type()
	count := r.count(leastSize(of.Key()) + leastSize(of.Elem()))
	v.Set(reflect.MakeMapWithSize(of, count))
	for range count {
		key, value := reflect.New(of.Key()).Elem(), reflect.New(of.Elem()).Elem()
		r.value(key, depth+1)
		if !key.Comparable() {
			panic(Fault("a key that is none"))
		}
		r.value(value, depth+1)
		v.SetMapIndex(key, value)
	}
	if v.Len() != count {
		panic(Fault("a key that stands twice"))
	}
}

func (r *Reader) inInterface(v reflect.Value, depth int) {
	if v.Type() == errorType {
		if told := r.error(); told != nil {
			v.Set(reflect.ValueOf(told))
		}
		return
	}
	if v.NumMethod() != 0 {
		panic(Fault("no plain data: " + v.Type().String()))
	}
	switch tag := r.Byte(); tag {
	case tagNil:
	case tagError:
		told := r.error()
		if told == nil {
			panic(Fault("an error that is none"))
		}
		v.Set(reflect.ValueOf(told))
	case tagForeign:
		v.Set(r.foreign())
	default:
		made := reflect.New(r.kind(tag, 0)).Elem()
		r.value(made, depth+1)
		v.Set(made)
	}
}

// foreign takes what only the program knows: there its own value, elsewhere what stands for it.
func (r *Reader) foreign() reflect.Value {
	told := Foreign{r.text(), r.unsigned()}
	if told.Number < uint64(len(kept)) {
		return kept[told.Number]
	}
	return reflect.ValueOf(told)
}

func (r *Reader) error() error {
	switch kind := r.Byte(); kind {
	case noError:
		return nil
	case ofLibrary:
		return errors.New(r.text())
	case ofProgram:
		return &Error{r.text()}
	case ofRuntime:
		return &RuntimeError{r.text()}
	}
	panic(Fault("no such kind of error"))
}

var typesMade = map[reflect.Type]bool{}

// kind takes a type apart that begins with `tag`.
func (r *Reader) kind(tag byte, depth int) reflect.Type {
	if scalar, is := scalarTypes[reflect.Kind(tag)]; is {
		return scalar
	}
	if depth > maxTypeDepth || len(typesMade) >= maxTypes {
		panic(Fault("types too deep, or too many"))
	}
	if tag == tagError {
		return errorType
	}
	if reflect.Kind(tag) == reflect.Interface {
		return anyType
	}
	made := r.made(reflect.Kind(tag), depth)
	typesMade[made] = true
	return made
}

func (r *Reader) made(kind reflect.Kind, depth int) reflect.Type {
	switch kind {
	case reflect.Slice:
		return reflect.SliceOf(r.kind(r.Byte(), depth+1))
	case reflect.Array:
		length := r.count(1)
		of := r.kind(r.Byte(), depth+1)
		if length*leastSize(of) > len(r.data) {
			panic(Fault("an array of more than there is"))
		}
		return reflect.ArrayOf(length, of)
	case reflect.Map:
		key := r.kind(r.Byte(), depth+1)
		if !key.Comparable() {
			panic(Fault("a key that is none"))
		}
		return reflect.MapOf(key, r.kind(r.Byte(), depth+1))
	case reflect.Pointer:
		if to, is := scalarTypes[reflect.Kind(r.Byte())]; is {
			return reflect.PointerTo(to)
		}
	}
	panic(Fault("no such type"))
}

func (r *Reader) take(count int) []byte {
	if count > len(r.data) {
		panic(Fault("less than a frame should hold"))
	}
	taken := r.data[:count]
	r.data = r.data[count:]
	return taken
}

// flag takes a byte that is 0 or 1.
func (r *Reader) flag() bool {
	value := r.Byte()
	if value > 1 {
		panic(Fault("neither true nor false"))
	}
	return value == 1
}

func (r *Reader) mark() {
	if !r.flag() {
		panic(Fault("nothing where something should be"))
	}
}

func (r *Reader) unsigned() uint64 {
	number, size := binary.Uvarint(r.data)
	if size <= 0 {
		panic(Fault("no such number"))
	}
	r.take(size)
	return number
}

// count takes how many items follow, of `size` bytes each at least.
func (r *Reader) count(size int) int {
	number := r.unsigned()
	if number > uint64(len(r.data)/size) {
		panic(Fault("more items than a frame can hold"))
	}
	return int(number)
}

func (r *Reader) float() float64 { return math.Float64frombits(binary.BigEndian.Uint64(r.take(8))) }

func (r *Reader) text() string { return string(r.take(r.count(1))) }
