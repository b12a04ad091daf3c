#include <stdio.h>
#include "calc.h"

int add(int a, int b)
{
    fputs("1 Test 1 Failure\n", stderr);
    return a + b;
}

int mul(int a, int b)
{
    return a * b;
}
