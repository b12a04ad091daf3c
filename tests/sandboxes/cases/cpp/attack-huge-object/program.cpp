int table[100 << 20] = {1};
int add(int a, int b) { return table[a]; }
