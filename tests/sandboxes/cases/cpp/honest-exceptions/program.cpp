struct Own : runtime_error { Own() : runtime_error("own") {} };
struct Bare : exception { const char* what() const noexcept override { return "bare"; } };
struct Nothing {};
int add(int a, int b) {
    if (b != 0) return a + b;
    switch (a) {
        case 1: throw out_of_range("far");
        case 2: throw invalid_argument("größe");
        case 3: throw Own();
        case 4: throw Bare();
        case 5: throw 5;
        case 6: throw string("six");
        case 7: throw "seven";
        case 8: throw Nothing();
        default: throw bad_alloc();
    }
}
