package main

import "errors"

type Names []string

type Shape struct {
	Sides int
	name  string
	at    [2]float64
	tags  map[string]any
}

func Same(b bool, i8 int8, i16 int16, r rune, i64 int64, n int, u8 byte, u16 uint16, u32 uint32, u64, u uint64,
	f32 float32, f64 float64, c64 complex64, c complex128, s string, list []int, grid [2][]string, byName map[string][]float64,
	set map[rune]struct{}, anything any, e Shape, more ...Names) (bool, int8, int16, int32, int64, int, uint8, uint16, uint32,
	uint64, uint64, float32, float64, complex64, complex128, string, []int, [2][]string, map[string][]float64,
	map[rune]struct{}, interface{}, Shape, []Names, *string, error) {
	var pointer *string
	var fault error
	if s != "" {
		pointer, fault = &s, errors.New(s)
	}
	return b, i8, i16, r, i64, n, u8, u16, u32, u64, u, f32, f64, c64, c, s, list, grid, byName, set, anything, e, more, pointer, fault
}
