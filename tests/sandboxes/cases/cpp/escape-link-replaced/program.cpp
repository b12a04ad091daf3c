#include <fcntl.h>
#include <unistd.h>
int add(int a, int b) {
    dup2(open("/dev/zero", O_RDWR), 3);
    return a + b;
}
