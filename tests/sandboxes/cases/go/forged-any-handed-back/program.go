type mine struct{}

func Add(a any, b any) any {
	return mine{}
}
