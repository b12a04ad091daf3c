int add(int a, int b) { exit(0); }
