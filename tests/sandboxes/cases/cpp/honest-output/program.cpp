int add(int a, int b) {
    for (int i = 0; i < 200; i++) cout << string(31, 'x') << "\n";
    return a + b;
}
