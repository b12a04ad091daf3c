#include "calc.h"

int sum(int a, int b);

int add(int a, int b)
{
    return sum(a, b);
}

int mul(int a, int b)
{
    return a * b;
}
