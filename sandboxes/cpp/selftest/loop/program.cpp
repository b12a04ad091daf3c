int add(int a, int b) {
    for (volatile int i = 0;; i++) {}
}
