#include <thread>
int add(int a, int b) {
    atomic<int> sum{0};
    thread one([&] { sum += a; }), other([&] { sum += b; });
    one.join();
    other.join();
    return sum;
}
