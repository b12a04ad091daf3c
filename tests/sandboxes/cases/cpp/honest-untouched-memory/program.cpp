static char space[800000000];
int add(int a, int b) { return a + b + space[a + 1]; }
