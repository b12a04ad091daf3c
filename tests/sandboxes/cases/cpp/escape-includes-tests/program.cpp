#include "/w/judge/unit.cpp"
int add(int a, int b) {
    return a + b;
}
