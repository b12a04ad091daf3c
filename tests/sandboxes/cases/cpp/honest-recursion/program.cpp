int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }
int add(int a, int b) { return count(50000) - 50000 + a + b; }
