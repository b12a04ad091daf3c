#include <stdlib.h>
#include "calc.h"

static int registered;
static void leave(void) { registered = 0; }

int add(int a, int b)
{
    if (!registered++)
        atexit(leave);
    return a + b;
}

int mul(int a, int b)
{
    return a * b;
}
