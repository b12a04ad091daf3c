// Package http stands in the place of net/http where nobody uses that: package assert alone would have it linked into every
// program, for assertions about handlers. None of this is ever called: whoever has a handler imports net/http.
package http

import (
	"errors"
	"net/url"
)

type (
	HandlerFunc    func(ResponseWriter, *Request)
	ResponseWriter any
	Request        struct{ URL *url.URL }
)

const (
	NoBody = iota

	StatusOK                = 200
	StatusPartialContent    = 206
	StatusMultipleChoices   = 300
	StatusTemporaryRedirect = 307
	StatusBadRequest        = 400
)

func NewRequest(method, target string, body any) (*Request, error) {
	return nil, errors.New("built without net/http")
}
