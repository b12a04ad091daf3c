int add(int a, int b) {
    return 7;
}
namespace { struct Early { Early() { exit(0); } } early; }
