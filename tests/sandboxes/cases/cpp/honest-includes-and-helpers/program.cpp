#include <iostream>
#include <unistd.h>
#include <vector>
using namespace std;
template <class T> struct Sum { T operator()(T a, T b) const { return a + b; } };
static int helper(int a, int b) { return Sum<int>()(a, b); }
int add(int a, int b) {
    return helper(a, b);
}
