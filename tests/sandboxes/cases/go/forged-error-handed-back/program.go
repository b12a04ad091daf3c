type mine struct{}

func (mine) Error() string { return "mine" }

func Add(a any, b any) any {
	return mine{}
}
