#include <iostream>
using namespace std;
#define int long long
#define endl "\n"

int add(int a, int b) { return a + b; }

signed main() {
    cout << add(1, 2) << endl;
}
