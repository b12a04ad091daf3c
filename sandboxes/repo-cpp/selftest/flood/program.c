#include <stdio.h>
#include "calc.h"

int add(int a, int b) {
    for (;;)
        puts("a line of output that says nothing");
    return a + b;
}

int mul(int a, int b) { return a * b; }
