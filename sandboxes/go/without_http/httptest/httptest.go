// Package httptest stands in the place of net/http/httptest, as the http beside it does for net/http.
package httptest

import "bytes"

type ResponseRecorder struct {
	Code int
	Body *bytes.Buffer
}

func NewRecorder() *ResponseRecorder { return &ResponseRecorder{Body: new(bytes.Buffer)} }
