#define A(x) x x x x x x x x
#define B(x) A(A(A(x)))
int add(int a, int b) { B(B(undefined_name;)) }
