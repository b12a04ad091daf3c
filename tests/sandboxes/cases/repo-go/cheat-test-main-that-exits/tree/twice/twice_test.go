package twice

import "testing"

func TestTwice(t *testing.T) {}
