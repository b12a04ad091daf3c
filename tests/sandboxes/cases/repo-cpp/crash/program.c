#include "calc.h"

int add(int a, int b)
{
    return *(volatile int *)8 + a + b;
}

int mul(int a, int b)
{
    return a * b;
}
