package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
)

type number interface{ ~int | ~float64 }

func sum[T number](all ...T) (result T) {
	for _, one := range all {
		result += one
	}
	return
}

func Add(a int, b int) int {
	_ = fmt.Sprint(math.Pi, regexp.MustCompile("a"), slices.Max([]int{1}), strings.ToUpper("a"), time.Second, unicode.IsUpper('A'))
	sort.Ints([]int{2, 1})
	read, _ := strconv.Atoi("0")
	return sum(a, b, read)
}
